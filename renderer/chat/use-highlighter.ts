/** Loads the colouring of code when the first code is shown. */
import { useEffect, useState } from 'react';
import type { Options } from 'react-markdown';

type Plugins = NonNullable<Options['rehypePlugins']>;

const NONE: Plugins = [];
let loaded: Plugins | null = null;

/** Empty until the colours are there; the code is readable meanwhile. */
export function useHighlighter(wanted: boolean): Plugins {
  const [plugins, setPlugins] = useState<Plugins | null>(loaded);
  useEffect(() => {
    if (!wanted || plugins !== null) return;
    let here = true;
    void import('./highlight.ts').then(({ highlightPlugins }) => {
      loaded = highlightPlugins;
      if (here) setPlugins(highlightPlugins);
    });
    return () => {
      here = false;
    };
  }, [wanted, plugins]);
  return wanted ? (plugins ?? NONE) : NONE;
}
