/** What a person is told when something did not go as asked: a code with its values, put into words by each client. */
import { z } from 'zod';

/** Every code has words in both catalogues under `notice.<code>` (a test holds them to it). */
export const noticeCodeSchema = z.enum([
  // contract
  'unknown_method',
  'bad_input',
  'bad_output',
  'failed',
  'too_large',
  'not_connected',
  // host and storage
  'data_folder_unusable',
  'database_locked',
  'database_damaged',
  'database_newer',
  'disk_full',
  'settings_damaged',
  'settings_invalid',
  'settings_newer',
  'host_running',
  'port_taken',
  // workspace
  'workspace_missing',
  'workspace_read_only',
  'workspace_moved',
  'workspace_untrusted',
  'workspace_unsuitable',
  'workspace_file_cut',
  'workspace_file_link',
  // sessions and runs
  'session_unknown',
  'run_unknown',
  'run_active',
  'run_active_elsewhere',
  'run_not_waiting',
  'message_empty',
  'message_too_long',
  'message_refused',
  'answer_withheld',
  'run_interrupted',
  'planner_unreadable',
  'planner_endless',
  'model_failed',
  'step_limit',
  'loop_blocked',
  'hook_failed',
  'cancelled',
  // tool calls
  'tool_unknown',
  'tool_unavailable',
  'tool_not_allowed',
  'call_refused',
  'tool_arguments',
  'tool_failed',
  'tool_repeated',
  'slot_missing',
  'slot_ambiguous',
  'slot_impossible',
  'guardrail_failed',
  // the file wall
  'path_empty',
  'path_malformed',
  'path_outside',
  'path_home',
  'path_protected',
  'path_private',
  'path_link',
  'path_link_outside',
  'path_link_loop',
  'path_hard_link',
  'path_special_file',
  'path_not_found',
  'path_not_a_file',
  'path_not_a_folder',
  'path_too_long',
  'path_unreadable',
  'file_too_large',
  'file_binary',
  'file_changed',
  'file_cut',
  'search_cut',
  'listing_cut',
  // memory
  'memory_empty',
  'memory_date',
  'memory_path',
  'memory_lines',
  'memory_private',
  'memory_duplicate',
  'memory_index_failed',
]);
export type NoticeCode = z.infer<typeof noticeCodeSchema>;

export const noticeSchema = z.object({
  code: noticeCodeSchema,
  /** Values for the words: paths, limits, names. Never a secret. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Technical detail in English, for a log or an expert; never the only explanation. */
  detail: z.string().optional(),
});
export type Notice = z.infer<typeof noticeSchema>;

export function notice(code: NoticeCode, params?: Notice['params'], detail?: string): Notice {
  return { code, ...(params === undefined ? {} : { params }), ...(detail === undefined ? {} : { detail }) };
}
