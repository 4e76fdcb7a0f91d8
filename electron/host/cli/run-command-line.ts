/** Finds the command, reads its flags, runs it, and words what goes wrong. */
import { parseArgs } from 'node:util';
import { forTerminal } from '#runtime/text/shown';
import { chooseLanguage, createWords } from '../words.ts';
import { COMMON_FLAGS, type Command, type CommandInput, type ExitCode } from './command.ts';
import { askOnTerminal } from './terminal-prompt.ts';

/** Milliseconds that a stopped command has to end in order; what it wrote is whole at any moment. */
const GRACE = 1_000;

type Load = () => Promise<{ readonly command: Command }>;

const commands: Readonly<Record<string, Load>> = {
  chat: () => import('./chat.ts'),
  input: () => import('./input.ts'),
  approvals: () => import('./approvals.ts'),
  rules: () => import('./rules.ts'),
  changes: () => import('./changes.ts'),
  models: () => import('./models.ts'),
  audit: () => import('./audit.ts'),
  policy: () => import('./policy.ts'),
  tool: () => import('./tool.ts'),
  serve: () => import('./serve.ts'),
  prompt: () => import('./prompt.ts'),
  memory: () => import('./memory.ts'),
  decision: () => import('./decision.ts'),
  redact: () => import('./redact.ts'),
  tokens: () => import('./tokens.ts'),
  sessions: () => import('./sessions.ts'),
  doctor: () => import('./doctor.ts'),
  help: () => import('./help.ts'),
  version: () => import('./version.ts'),
};

export async function runCommandLine(argv: readonly string[]): Promise<ExitCode> {
  const at = argv.indexOf('--language');
  const words = createWords(chooseLanguage(at < 0 ? undefined : argv[at + 1], process.env));
  const name = commandName(argv[0]);
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    console.error(words.say('unknownCommand', { name, known: Object.keys(commands).join(', ') }));
    return 2;
  }
  const { command } = await load();
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: argv.slice(1), options: optionsOf(command), allowPositionals: true });
  } catch (error) {
    console.error(words.say('wrongUsage', { problem: error instanceof Error ? error.message : String(error), name }));
    return 2;
  }
  const signal = stopSignal(command);
  const json = parsed.values['json'] === true;
  const safe = (line: string): string => (json ? line : forTerminal(line));
  const input: CommandInput = {
    positionals: parsed.positionals,
    flags: parsed.values as CommandInput['flags'],
    json,
    env: process.env,
    words,
    out: (line) => void process.stdout.write(`${safe(line)}\n`),
    err: (line) => void process.stderr.write(`${safe(line)}\n`),
    stdin: process.stdin,
    ask: json || !process.stdin.isTTY || !process.stdout.isTTY ? null : askOnTerminal(process.stdin, process.stdout),
    signal,
    closeOnStop: command.stopsItself !== true,
  };
  try {
    if (parsed.values['help'] !== true) return await command.run(input);
    return await (await import('./help.ts')).command.run({ ...input, positionals: [name] });
  } catch (error) {
    // A call or a wait that was cut short by Ctrl+C fails in one of many ways, and means one thing.
    console.error(signal.aborted ? words.say('cancelled') : words.failure(error));
    return 1;
  }
}

/** Aborted by Ctrl+C or SIGTERM. Nobody reads on then, and a command that does not stop itself has to be over soon. */
function stopSignal(command: Command): AbortSignal {
  const stop = new AbortController();
  const abort = (): void => {
    stop.abort();
    process.stdin.destroy();
    if (command.stopsItself !== true) setTimeout(() => process.exit(1), GRACE).unref();
  };
  process.once('SIGINT', abort).once('SIGTERM', abort);
  return stop.signal;
}

function commandName(first: string | undefined): string {
  if (first === undefined || first === '--help' || first === '-h') return 'help';
  return first === '--version' || first === '-v' ? 'version' : first;
}

function optionsOf(command: Command) {
  const takes = { ...COMMON_FLAGS, ...command.flags };
  return Object.fromEntries(
    Object.entries(takes).map(([name, value]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), ...(name.length === 1 ? { short: name } : {}) },
    ]),
  );
}
