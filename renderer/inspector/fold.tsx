/** One line that opens what is below it; what is below is drawn only then. */
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useId, useState } from 'react';

interface FoldProps {
  readonly head: ReactNode;
  readonly children: () => ReactNode;
}

export function Fold({ head, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button type="button" className="fold" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden="true" />
        {head}
      </button>
      {open ? (
        <div id={id} className="fold-in">
          {children()}
        </div>
      ) : null}
    </>
  );
}
