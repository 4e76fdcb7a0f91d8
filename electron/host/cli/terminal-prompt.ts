/** Asks the person at a terminal one line at a time. */
import { createInterface } from 'node:readline';
import type { AskPerson } from './command.ts';

/** A line without its end; null when there is nobody any more (end of input), or when the signal aborts. */
export function askOnTerminal(stdin: NodeJS.ReadableStream, stdout: NodeJS.WritableStream): AskPerson {
  return (question, signal) =>
    new Promise((resolve) => {
      if (!stdin.readable || signal.aborted) return resolve(null);
      // Without a mode of its own the terminal keeps its line editing, and Ctrl+C stays a signal.
      const lines = createInterface({ input: stdin, output: stdout, terminal: false });
      const end = (line: string | null): void => {
        signal.removeEventListener('abort', stop);
        resolve(line);
        lines.close();
      };
      const stop = (): void => end(null);
      lines.once('line', end).once('close', stop);
      signal.addEventListener('abort', stop, { once: true });
      stdout.write(question);
    });
}
