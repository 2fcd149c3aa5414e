import type { SlideState } from './slide-states.ts';

type ShownState = Pick<SlideState, 'hidden' | 'changed'>;

/** Hidden shapes by their ids; hidden parts by the id of their shape and their name: a paragraph, or a part of a chart or diagram. */
interface Hidden {
  shapes: ReadonlySet<string>;
  parts: ReadonlyMap<string, ReadonlySet<string>>;
}

const hiddenIn = ({ hidden, changed }: ShownState): Hidden => ({
  shapes: new Set(hidden.shapes.map(String)),
  parts: new Map(
    [...Object.entries(hidden.paragraphs), ...Object.entries(changed?.graphics ?? {})].map(([shape, parts]) => [
      shape,
      new Set(parts.map(String)),
    ]),
  ),
});

/**
 * The number of shapes that are at least partly visible in some state of a slide, but not in its last state. Such shapes leave with an exit
 * animation, or are hidden after their animation.
 * @param states in their order
 */
export function countLeavingShapes(states: readonly ShownState[]): number {
  const all = states.map(hiddenIn);
  const last = all.at(-1);
  if (!last) return 0;
  const wasShown = (shape: string, part?: string): boolean =>
    all.some(({ shapes, parts }) => !shapes.has(shape) && (part === undefined || !parts.get(shape)?.has(part)));
  const gone = [...last.shapes].filter((shape) => wasShown(shape));
  const partlyGone = [...last.parts].filter(([shape, parts]) => [...parts].some((part) => wasShown(shape, part)));
  return gone.length + partlyGone.length;
}
