import type { z } from 'zod';
import { slideInputSchema } from '#features/timelines/contract.ts';
import { createFirstSlideRevision } from '#features/timelines/create-first-slide-revision.ts';
import { slideBytes } from '#features/timelines/timeline-bytes.ts';
import { START } from '../samples/entities.ts';

/** Cuts every text of more than a few characters in a value to a share of its length. Addresses, names, places and languages stay. */
function shortened(value: unknown, share: number): unknown {
  // The same few texts stand in a body many times.
  const known = new Map<string, string>();
  function shortText(text: string): string {
    const characters = [...text];
    return characters.length < 10 || text.startsWith('https://') || text.includes('_')
      ? text
      : characters.slice(0, Math.floor(characters.length * share)).join('');
  }
  function short(inner: unknown): unknown {
    if (typeof inner === 'string') {
      const text = known.get(inner) ?? shortText(inner);
      known.set(inner, text);
      return text;
    }
    if (Array.isArray(inner)) return inner.map(short);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([name, part]) => [name, name === 'language' || name === 'place' ? part : short(part)]),
    );
  }
  return short(value);
}

const hasRows = (body: unknown): boolean => typeof body === 'object' && body !== null && 'rows' in body;

/** A share of the rows of a body: names and addresses cannot be cut. */
const withFewerRows = (body: unknown, share: number): unknown =>
  replacedAt(body, ['rows'], (rows) => (Array.isArray(rows) ? rows.slice(0, Math.floor(rows.length * share)) : rows));

/** The place of the slides of a body: a render may bring its timeline. */
const slidesIn = (body: unknown): readonly PropertyKey[] =>
  typeof body === 'object' && body !== null && 'timeline' in body ? ['timeline', 'slides'] : ['slides'];

/** A body of whose slides a share keeps its further pictures, its video, its presenter and its callouts: addresses and areas cannot be cut. */
const withFewerPictures = (body: unknown, share: number): unknown =>
  replacedAt(body, slidesIn(body), (slides) => {
    if (!Array.isArray(slides)) return slides;
    const left = { images: undefined, video: undefined, presenter: undefined, callouts: undefined };
    const full = slides.filter((slide) => Object.keys(left).some((name) => slide[name] !== undefined)).length;
    return slides.map((slide, at) => (at < Math.floor(full * share) ? slide : { ...slide, ...left }));
  });

/** A copy of a value in which another one stands at a path. */
function replacedAt(value: unknown, path: readonly PropertyKey[], change: (inner: unknown) => unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === first ? replacedAt(item, rest, change) : item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === first ? replacedAt(inner, rest, change) : inner]),
  );
}

/** A part of a body that is too large, and the share of its texts that is not. */
interface Excess {
  path: readonly PropertyKey[];
  share: number;
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
const partAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (part, step) => (typeof part === 'object' && part !== null ? Reflect.get(part, step) : undefined),
    value,
  );

/** The parts of a body that are beyond a bound of many fields together: the whole body first. */
function excessesOf(body: unknown, schema: z.ZodType, most: { body: number; timeline: number }): Excess[] {
  const bytes = jsonBytes(body);
  if (bytes > most.body) return [{ path: [], share: (most.body / bytes) * 0.97 }];
  const faults = (schema.safeParse(body).error?.issues ?? []).flatMap(({ path, message }) => {
    const bound = Number(/At most (\d+) bytes in all/.exec(message)?.[1] ?? 0);
    return bound > 0 ? [{ path, share: (bound / jsonBytes(partAt(body, path))) * 0.9 }] : [];
  });
  if (faults.length > 0) return faults;
  const ofTimeline = timelineBytes(body);
  return ofTimeline > most.timeline ? [{ path: [], share: (most.timeline / ofTimeline) * 0.95 }] : [];
}

/** A slide without the times of states, which only slides of an import have. */
const withoutStates = ({ builds: _, ...slide }: Record<string, unknown>): Record<string, unknown> => slide;

/** The bytes that the slides of a body count; 0 where it has none. */
function timelineBytes(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 0;
  if ('timeline' in body) return timelineBytes(body.timeline);
  if (!('slides' in body) || !Array.isArray(body.slides)) return 0;
  const bytesOf = (slide: Record<string, unknown>): number =>
    slideBytes(
      createFirstSlideRevision('tl_01JAAAAAAAAAAAAAAAAAAAAAAA', slideInputSchema.parse(withoutStates(slide)), START),
    );
  // As an item of the list has it, with its id and the times.
  return body.slides.reduce((sum: number, slide) => sum + bytesOf(slide), 100_000);
}

/**
 * The largest body that is allowed: the texts of one that has all fields at their bounds are cut until it is within the bounds of
 * many fields together, which are in bytes.
 * @param most bytes of a body, and of its timeline
 */
export function fittedBody(body: unknown, schema: z.ZodType, most: { body: number; timeline: number }): unknown {
  let fitted = body;
  for (let left = 30; left > 0; left--) {
    const excesses = excessesOf(fitted, schema, most);
    if (excesses.length === 0) return fitted;
    for (const { path, share } of excesses)
      fitted =
        path.length === 0 && hasRows(fitted)
          ? withFewerRows(fitted, share)
          : replacedAt(path.length === 0 ? withFewerPictures(fitted, share) : fitted, path, (part) =>
              shortened(part, share),
            );
  }
  throw new Error('The body does not get within its bounds.');
}
