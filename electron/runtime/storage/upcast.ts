/** Lifts an event body of an older version to the present one, a step at a time. */
import { EVENT_VERSION } from '#shared/schema/run-event';

type Body = Readonly<Record<string, unknown>>;

/** Key n lifts version n to n + 1. */
const STEPS: Readonly<Record<number, (body: Body) => Body>> = {};

/** @throws RangeError for a version that this build does not know */
export function upcast(version: number, body: Body, steps = STEPS, present = EVENT_VERSION): Body {
  let lifted = body;
  for (let at = version; at < present; at += 1) {
    const step = steps[at];
    if (step === undefined) throw new RangeError(`no way from event version ${at} to ${at + 1}`);
    lifted = step(lifted);
  }
  if (version > present) throw new RangeError(`event version ${version} is newer than ${present}`);
  return lifted;
}
