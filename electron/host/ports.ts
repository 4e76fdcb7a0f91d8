/** What a shell supplies to the host: the few things that differ between Electron, a browser window and the command line. */

import type { SafeKeys } from './key-store.ts';

export interface HostPorts {
  readonly shell: 'electron' | 'browser' | 'command-line';
  /** A folder chosen by the person, or null where there is no picker or they turned away. */
  pickFolder?(): Promise<string | null>;
  /** Moves a file or folder to the system's trash, where only the shell can. Rejects when it cannot. */
  trashItem?(path: string): Promise<void>;
  /** The system's key store, where the shell has one. */
  readonly safeKeys?: SafeKeys;
  /** Called at named points between two durable steps; fault tests end the process there. */
  atPoint?(name: FaultPoint): void;
}

export type FaultPoint =
  | 'message.durable'
  | 'step.decided'
  | 'approval.asked'
  | 'approval.answered'
  | 'tool.started'
  | 'tool.ran'
  | 'tool.stored'
  | 'answer.checkpointed'
  | 'answer.stored'
  | 'settings.replaced';
