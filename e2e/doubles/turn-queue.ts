/** Which turn of a scenario answers the next chat request. */
import { parseTurn, type Scenario, type Turn, type TurnInput } from './scenario.ts';

export interface TurnQueue {
  /** The first turn left that fits the last user message; a turn that does not fit is kept for later. */
  next(lastUserText: string): Turn | undefined;
  /** Milliseconds the next turn's model takes to load, for a request that only loads. */
  loadMs(): number;
  /** Puts turns before all that are left. */
  play(...turns: readonly TurnInput[]): void;
  /** Replies left; Infinity with a turn that repeats for ever. */
  left(): number;
  /** Replies given. */
  played(): number;
}

interface Waiting {
  readonly turn: Turn;
  times: number;
}

const waiting = (turn: Turn): Waiting => ({ turn, times: turn.repeat === 'forever' ? Number.POSITIVE_INFINITY : turn.repeat });

export function createTurnQueue(scenario: Scenario): TurnQueue {
  const queue = scenario.turns.map(waiting);
  let played = 0;
  return {
    next(lastUserText) {
      const found = queue.find(({ turn }) => fits(turn.match, lastUserText));
      if (found === undefined) return undefined;
      played++;
      found.times--;
      if (found.times === 0) queue.splice(queue.indexOf(found), 1);
      return found.turn;
    },
    loadMs: () => queue[0]?.turn.loadMs ?? 0,
    play: (...turns) => void queue.unshift(...turns.map((turn) => waiting(parseTurn(turn)))),
    left: () => queue.reduce((sum, { times }) => sum + times, 0),
    played: () => played,
  };
}

function fits(match: string | undefined, text: string): boolean {
  if (match === undefined) return true;
  const regex = /^\/(.+)\/([a-z]*)$/s.exec(match);
  return regex === null ? text.includes(match) : new RegExp(regex[1] ?? '', regex[2]).test(text);
}

/** Why nothing is played: named, so that a test that asks once too often fails where it is. */
export const exhausted = (scenario: Scenario, turns: TurnQueue): string =>
  `scenario '${scenario.name}' has no turn for this request (${turns.played()} played, ${turns.left()} left that do not match)`;
