/** The migrations in order; a new one is a file beside this and a line here. */
import type { Migration } from '../migration.ts';
import { sessionsRunsEvents } from './001-sessions-runs-events.ts';
import { said } from './002-said.ts';
import { changes } from './003-changes.ts';
import { approvals } from './004-approvals.ts';
import { changeFiles } from './005-change-files.ts';
import { models } from './006-models.ts';

export const migrations: readonly Migration[] = [sessionsRunsEvents, said, changes, approvals, changeFiles, models];
