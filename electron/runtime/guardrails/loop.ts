/** Guardrail: notices that a run goes round in circles, warns first and then refuses. */
import { createHash } from 'node:crypto';
import { type Notice, notice } from '#shared/schema/notice';
import type { ToolResult, Verdict } from '#shared/schema/tool-call';
import { isBuiltIn } from './allowlist.ts';
import type { CallRecord, GuardrailCall, GuardrailContext, PreGuardrail } from './guardrail.ts';
import { UNTRUSTED_TAG } from './untrusted.ts';

/** Times the same call (or pair) brought nothing new, the coming one included. */
export const WARNING_AT = 3;
export const CRITICAL_AT = 5;
export const UNKNOWN_TOOLS = 3;
const CRITICALS = 2;
const PERIODS = [1, 2] as const;

export type LoopRule = 'same_call' | 'alternating' | 'unknown_tool';
export type LoopJudgement =
  | { readonly level: 'ok' }
  | { readonly level: 'warning' | 'critical'; readonly rule: LoopRule; readonly count: number; readonly reason: Notice };
export type LoopEnd = { readonly end: false } | { readonly end: true; readonly reason: Notice };
export type NextCall = Pick<CallRecord, 'tool' | 'argumentsHash'>;
/** Says whether a tool of that name exists. */
export type KnowsTool = (name: string) => boolean;

export const loop: PreGuardrail = {
  stage: 'pre',
  name: 'loop',
  judge(call: GuardrailCall, { history, tools }: GuardrailContext): Verdict {
    const knows = (name: string): boolean => isBuiltIn(name) || tools.some((tool) => tool.name === name);
    const judged = judgeLoop(history, hashCall(call.name, call.arguments), knows);
    return judged.level === 'critical' ? { verdict: 'deny', reason: judged.reason } : { verdict: 'allow' };
  },
};

/** Judges a call before it runs against those of the same run. Pure. */
export function judgeLoop(history: readonly CallRecord[], next: NextCall, knows: KnowsTool = () => true): LoopJudgement {
  if (!knows(next.tool)) {
    const unknown = history.filter(({ tool }) => !knows(tool)).length + 1;
    return unknown >= UNKNOWN_TOOLS ? judgement('critical', 'unknown_tool', next.tool, unknown) : { level: 'ok' };
  }
  let worst: LoopJudgement = { level: 'ok' };
  for (const period of PERIODS) {
    const count = repeats(history, next, period);
    const rule = period === 1 ? 'same_call' : 'alternating';
    if (count >= CRITICAL_AT) return judgement('critical', rule, next.tool, count);
    if (count >= WARNING_AT && worst.level === 'ok') worst = judgement('warning', rule, next.tool, count);
  }
  return worst;
}

/** Whether a run is over after its newest call was put on record: a second critical call, or the third unknown tool. Pure. */
export function shouldEndRun(history: readonly CallRecord[], knows: KnowsTool = () => true): LoopEnd {
  let criticals = 0;
  for (const [index, record] of history.entries()) {
    const judged = judgeLoop(history.slice(0, index), record, knows);
    if (judged.level !== 'critical') continue;
    criticals += 1;
    if (judged.rule === 'unknown_tool' || criticals >= CRITICALS) {
      return { end: true, reason: notice('loop_blocked', { tool: record.tool.slice(0, 64), count: judged.count, rule: judged.rule }) };
    }
  }
  return { end: false };
}

function judgement(level: 'warning' | 'critical', rule: LoopRule, tool: string, count: number): LoopJudgement {
  return { level, rule, count, reason: notice('tool_repeated', { tool: tool.slice(0, 64), count, rule }) };
}

const same = (one: NextCall, other: NextCall): boolean => one.tool === other.tool && one.argumentsHash === other.argumentsHash;

/**
 * How often the newest calls, `next` included, went round a circle of that many calls with nothing new. A refused call has no result and
 * is no progress; a result that differs from the last one of the same call ends the circle there.
 */
function repeats(history: readonly CallRecord[], next: NextCall, period: number): number {
  const last = history.length;
  const at = (index: number): NextCall | undefined => (index === last ? next : history[index]);
  const results = new Map<string, string>();
  const [first, second] = [at(last), at(last - 1)];
  if (period === 2 && (first === undefined || second === undefined || same(first, second))) return 0;
  let length = 1;
  for (let index = last - 1; index >= 0; index -= 1) {
    const record = history[index];
    const model = at(last - ((last - index) % period));
    if (record === undefined || model === undefined || !same(record, model)) break;
    const key = `${record.tool} ${record.argumentsHash}`;
    const known = results.get(key);
    if (record.resultHash !== null && known !== undefined && known !== record.resultHash) break;
    if (record.resultHash !== null) results.set(key, record.resultHash);
    length += 1;
  }
  return Math.ceil(length / period);
}

export function hashCall(tool: string, args: Readonly<Record<string, unknown>>): NextCall {
  return { tool, argumentsHash: hashArguments(args) };
}

export function hashArguments(args: Readonly<Record<string, unknown>>): string {
  return digest(canonicalJson(args));
}

/** Of what a result says, without times, durations and ids, so that the same news twice has one hash. */
export function hashResult(result: ToolResult): string {
  if (!result.ok) return digest(canonicalJson({ kind: result.kind, code: result.error.code, params: steady(result.error.params ?? {}) }));
  return digest(canonicalJson({ output: steady(result.output), facts: steady(result.facts ?? {}) }));
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** JSON with sorted keys and no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const object = value as Record<string, unknown>;
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`)
    .join(',')}}`;
}

const VOLATILE_KEY =
  /^(?:ms|at|now|pid|id|uuid|nonce|seed|elapsed|duration|timestamp|time|date|started|ended|modified|changed)$|(?:_|[a-z])(?:Id|At|Ms|Time|_id|_at|_ms|_time|_pid)$/;
const VOLATILE_TEXT: readonly RegExp[] = [
  UNTRUSTED_TAG,
  /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?/g,
  /\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g,
  /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi,
  /\b[0-7][\dA-HJKMNP-TV-Z]{25}\b/g,
  /\b0x[\da-f]{6,16}\b/gi,
  /\b1\d{9}(?:\d{3})?\b/g,
  /\b\d+(?:\.\d+)? ?(?:ms|µs|ns|s|sec|secs|seconds?|milliseconds?|minutes?)\b/gi,
  /\d+(?:\.\d+)? ?(?:毫秒|微秒|秒|分钟)/g,
  /\b(?:pid|PID|process)[ =:#]*\d+\b/g,
];

function steady(value: unknown): unknown {
  if (typeof value === 'string') return VOLATILE_TEXT.reduce((text, pattern) => text.replace(pattern, '*'), value);
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (VOLATILE_KEY.test(key) ? [] : [[key, steady(one)]])));
}
