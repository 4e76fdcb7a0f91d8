/** The state of an open request: what is looked at, what was edited, and the answers, each of which counts once. */
import { useEffect, useRef, useState } from 'react';
import type { Approval, RuleDraft } from '#shared/schema/approval';
import { NO_EFFECT } from '#shared/schema/effect';
import { type Notice, notice } from '#shared/schema/notice';
import { useModel } from '../shell/model-context.tsx';
import type { Answer, Preview } from '../store/approvals-store.ts';
import { clickCounts, type Guard, type Key, QUIET_MS, startGuard, takeKey, unpainted } from './answer-guard.ts';
import { riskAfterEdit, sessionRule } from './approval-words.ts';

type Arguments = Readonly<Record<string, unknown>>;
export type Mode = 'view' | 'edit' | 'rule';

/** What is judged now: the request as it was asked, or with the person's edits after they were checked. */
export type Seen = Pick<Approval, 'tool' | 'arguments' | 'risk' | 'effect' | 'rules' | 'reasons'> & {
  /** What the check of the edits said; null for the request as it was asked. */
  readonly checked: Preview['verdict'] | null;
};

export interface ApprovalFormState {
  readonly mode: Mode;
  readonly seen: Seen;
  readonly refusal: string;
  /** Why an answer was not taken, or why the edited call cannot be allowed. */
  readonly problem: { readonly kind: 'answer' | 'check'; readonly notice: Notice } | null;
  readonly busy: boolean;
  /** true while a click is taken to be meant for something else. */
  readonly isFresh: boolean;
  setMode(mode: Mode): void;
  setRefusal(text: string): void;
  /** Each answers unless it was pressed, at the time of its event, before anybody could have read what it answers. */
  deny(at: number, reason?: string): void;
  once(at: number): void;
  session(at: number): void;
  make(at: number, rule: RuleDraft, name: string, scope: 'session' | 'always'): void;
  check(args: Arguments): void;
  /** Forgets the edits. */
  reset(): void;
  /** Whether a key may act now; keys of a burst of typing do not. */
  keyCounts(key: Key, at: number): boolean;
}

/** Runs when what a round shows is on the screen. */
function useOncePainted(round: number, run: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a round
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  }, [round]);
}

/** true for a moment after each round. */
function useFresh(round: number): boolean {
  const [seenRound, setSeenRound] = useState(-1);
  useEffect(() => {
    const timer = setTimeout(() => setSeenRound(round), QUIET_MS);
    return () => clearTimeout(timer);
  }, [round]);
  return seenRound !== round;
}

export function useApprovalForm(approval: Approval): ApprovalFormState {
  const model = useModel();
  const asked: Seen = { ...approval, checked: null };
  const [mode, setMode] = useState<Mode>('view');
  const [seen, setSeen] = useState<Seen>(asked);
  const [refusal, setRefusal] = useState('');
  const [problem, setProblem] = useState<ApprovalFormState['problem']>(null);
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const isFresh = useFresh(round);
  const guard = useRef<Guard>(unpainted);
  useOncePainted(round, () => {
    guard.current = startGuard(performance.now());
  });
  const answered = useRef(false);

  const send = async (answer: Answer): Promise<void> => {
    if (answered.current) return;
    answered.current = true;
    setBusy(true);
    setProblem(null);
    const edited = seen.checked === null || answer.answer === 'deny' ? {} : { arguments: { ...seen.arguments } };
    const done = await model.approvals.decide(approval, { ...answer, ...edited });
    // Taken: the dialog goes on by itself.
    if (done?.ok === true) return;
    answered.current = false;
    setBusy(false);
    if (done !== null) setProblem({ kind: 'answer', notice: done.reason });
  };
  const answer = (at: number, given: Answer): void => {
    if (clickCounts(guard.current, at)) void send(given);
  };
  const check = async (args: Arguments): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const read = await model.approvals.preview(approval, args);
    setBusy(false);
    if (!read.ok) return setProblem({ kind: 'answer', notice: read.reason });
    const { verdict, reason, effect, rules, arguments: checked } = read.value;
    if (verdict === 'deny' || verdict === 'error') {
      setProblem({ kind: 'check', notice: reason ?? notice('failed', { method: 'approval.preview' }) });
      return;
    }
    // What runs unasked is not looked into.
    const now = effect ?? NO_EFFECT;
    guard.current = unpainted;
    setSeen({
      ...asked,
      arguments: checked,
      effect: now,
      rules,
      reasons: reason === null ? [] : [reason],
      risk: riskAfterEdit(approval.risk, now),
      checked: verdict,
    });
    setRound((before) => before + 1);
    setMode('view');
  };
  return {
    mode,
    seen,
    refusal,
    problem,
    busy,
    isFresh,
    setMode(next) {
      setProblem(null);
      setMode(next);
    },
    setRefusal,
    deny(at, reason) {
      const words = (reason ?? refusal).trim();
      answer(at, { answer: 'deny', ...(words === '' ? {} : { reason: words }) });
    },
    once: (at) => answer(at, { answer: 'once' }),
    session(at) {
      const rule = sessionRule(seen.rules);
      if (rule !== null) answer(at, { answer: 'session', rule });
    },
    make: (at, rule, name, scope) => answer(at, { answer: scope, rule: { ...rule, ...(name.trim() === '' ? {} : { name: name.trim() }) } }),
    check: (args) => void (busy ? undefined : check(args)),
    reset() {
      setSeen(asked);
      setProblem(null);
      setMode('view');
    },
    keyCounts(key, at) {
      const taken = takeKey(guard.current, key, at);
      guard.current = taken.guard;
      return taken.counts;
    },
  };
}
