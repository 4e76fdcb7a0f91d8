/** `reins sessions list | search QUERY | show ID | export ID`. */

import type { Client } from '#shared/contract/methods';
import type { RunEvent } from '#shared/schema/run-event';
import type { Command } from './command.ts';
import { connect } from './connect.ts';

export const command: Command = {
  async run(input) {
    const [what = 'list', ...rest] = input.positionals;
    const [first = ''] = rest;
    if (!['list', 'search', 'show', 'export'].includes(what) || (what !== 'list' && first === '')) {
      input.err(input.words.say('usage.sessions'));
      return 2;
    }
    const connection = await connect(input);
    const { client } = connection;
    try {
      if (what === 'list' || what === 'search') {
        const { sessions } = await client['session.list']({ query: rest.join(' ') });
        for (const one of sessions)
          input.out(input.json ? JSON.stringify(one) : `${one.id}  ${new Date(one.updatedAt).toISOString().slice(0, 16)}  ${one.title}`);
        return 0;
      }
      for (const event of await allEvents(client, first)) {
        if (what === 'export' || input.json) input.out(JSON.stringify({ ...event, at: new Date(event.at).toISOString() }));
        else if (event.type === 'message.received') input.out(`> ${event.text}\n`);
        else if (event.type === 'answer.given') input.out(`${event.text}\n`);
      }
      return 0;
    } finally {
      await connection.close();
    }
  },
};

async function allEvents(client: Client, sessionId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (let before: number | undefined, more = true; more; ) {
    const page = await client['session.events']({ sessionId, limit: 1000, ...(before === undefined ? {} : { before }) });
    events.unshift(...page.events);
    before = page.events[0]?.cursor;
    more = page.more;
  }
  return events;
}
