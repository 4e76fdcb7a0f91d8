/** A quick look at a stored event: its type is one of the closed list, and what that type carries is there in the right kind. */
import { type EventBody, eventBodySchema } from '#shared/schema/run-event';

/** What `typeof` says of a value that fits; a schema of another sort is left to the full check. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'string',
  enum: 'string',
  number: 'number',
  boolean: 'boolean',
  array: 'object',
  object: 'object',
  record: 'object',
  union: 'object',
};

/** Type, then key and kind of what it must carry. */
const CARRIED: ReadonlyMap<unknown, readonly (readonly [key: string, kind: string])[]> = new Map(
  eventBodySchema.options.map(({ shape }) => [
    shape.type.value,
    Object.entries(shape).flatMap(([key, schema]) => {
      const kind = KINDS[schema.def.type];
      return kind === undefined ? [] : [[key, kind] as const];
    }),
  ]),
);

/** For rows that this build has checked before it wrote them; inner values are not looked at. */
export function hasEventShape(body: unknown): body is EventBody {
  if (typeof body !== 'object' || body === null) return false;
  const fields = body as Readonly<Record<string, unknown>>;
  const carried = CARRIED.get(fields['type']);
  return carried?.every(([key, kind]) => typeof fields[key] === kind && fields[key] !== null) ?? false;
}
