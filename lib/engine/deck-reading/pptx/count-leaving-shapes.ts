import type { PptxSlideState } from './pptx-slide-states.ts';

type ShownState = Pick<PptxSlideState, 'hidden' | 'changed'>;

/** Ids of hidden shapes, and names of hidden parts (paragraphs, or parts of a chart or diagram) by the ids of their shapes. */
interface HiddenParts {
  shapes: ReadonlySet<string>;
  parts: ReadonlyMap<string, ReadonlySet<string>>;
}

const hiddenPartsIn = ({ hidden, changed }: ShownState): HiddenParts => ({
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
  const hiddenByState = states.map(hiddenPartsIn);
  const hiddenAtEnd = hiddenByState.at(-1);
  if (!hiddenAtEnd) return 0;
  const wasVisible = (shape: string, part?: string): boolean =>
    hiddenByState.some(
      ({ shapes, parts }) => !shapes.has(shape) && (part === undefined || !parts.get(shape)?.has(part)),
    );
  const leavingShapes = [...hiddenAtEnd.shapes].filter((shape) => wasVisible(shape));
  const partlyLeavingShapes = [...hiddenAtEnd.parts].filter(([shape, parts]) =>
    [...parts].some((part) => wasVisible(shape, part)),
  );
  return leavingShapes.length + partlyLeavingShapes.length;
}
