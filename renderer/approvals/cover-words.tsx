/** What "Allow this session" would cover, in one sentence with the path or command in it. */
import type { RuleDraft } from '#shared/schema/approval';
import { coverOf, reachOf } from './approval-words.ts';
import { useWords } from './use-words.ts';
import { VisibleCommand } from './visible.tsx';

/** Stands for the cover while the sentence is cut in two: a path may hold anything but this. */
const HERE = '\0';

export function CoverWords({ rule }: { readonly rule: RuleDraft }) {
  const { t } = useWords();
  const [before, after] = t(`ask.covers-${reachOf(rule)}`, { cover: HERE }).split(HERE);
  if (after === undefined) return before;
  return (
    <>
      {before}
      <code dir="ltr">
        <VisibleCommand text={coverOf(rule)} />
      </code>
      {after}
    </>
  );
}
