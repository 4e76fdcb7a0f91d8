/** Whether a model saw the whole prompt, from what was counted here and what its server told. */
import type { Truth } from '#shared/schema/context';
import type { ModelUse } from '#shared/schema/model';
import { EDGE } from './prompt-count.ts';

/** Part of an estimate by which it may be wrong once it is corrected for the model. */
const DOUBT = 0.15;
/** Windows that are offered as a fix. */
const WINDOWS = [4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 262_144, 524_288, 1_048_576];

type Told = Pick<ModelUse, 'estimated' | 'counted' | 'window' | 'loaded'>;

/** `trained`: tokens the model was trained for; null where nobody tells. */
export function judgeTruth({ estimated, counted, window, loaded: told }: Told, trained: number | null): Truth {
  // A server that counted more than it has loaded told of a window from before it loaded anew.
  const loaded = told !== null && counted !== null && counted > told ? null : told;
  // The loaded window is the firmer signal: some servers leave what came from their cache out of the count.
  const takes = Math.min(window, loaded ?? window);
  const likely = estimated * (1 - DOUBT);
  const isFull = counted !== null && counted >= takes - EDGE && estimated > takes;
  const isShort = counted !== null && counted < estimated * 0.6 && estimated > 1_000;
  const fix = fixFor(estimated, takes, trained);
  if (isFull || (loaded !== null && loaded < likely) || isShort)
    return { state: 'cut', missing: Math.max(1, Math.round(estimated - Math.min(counted ?? takes, takes))), fix };
  if (likely > takes) return { state: 'over', missing: Math.round(estimated - takes), fix };
  if (counted === null && loaded === null && estimated > takes * 0.5) return { state: 'unknown', missing: 0, fix: null };
  return { state: 'fits', missing: 0, fix: null };
}

/** The next larger window with room for an answer; null where the model was not made for it. */
function fixFor(estimated: number, takes: number, trained: number | null): number | null {
  const wanted = WINDOWS.find((window) => window > takes && window >= estimated * 1.25) ?? null;
  if (wanted === null) return null;
  if (trained === null || wanted <= trained) return wanted;
  return trained > takes && trained >= estimated ? trained : null;
}
