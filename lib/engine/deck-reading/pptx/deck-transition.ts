import type { TransitionType } from '#engine/video/transitions/transition-types.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { DeckTransition } from '../deck.ts';
import { childElements, descendantsOf, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/** The transition into a slide. */
export interface ParsedTransition {
  transition: DeckTransition;
  /** Its name in the file; absent if the video shows the same transition. */
  resembles?: string | undefined;
}

/** Transitions of the service that equal a transition of PowerPoint, by its name. */
const EQUAL_TRANSITIONS: Readonly<Record<string, TransitionType>> = {
  cut: 'none',
  fade: 'fade',
  push: 'slide',
  wipe: 'wipe',
  cover: 'cover',
  circle: 'iris',
  morph: 'morph',
};
/** Directions of `push` in which the picture moves up or down: `push` of the service equals it then. */
const VERTICAL_DIRECTIONS = ['u', 'd'];

/**
 * The most similar transitions of the service, by names of transitions of PowerPoint: the new picture moves in, grows, or replaces the old
 * one in parts. Any other becomes a fade.
 */
const SIMILAR_TRANSITIONS: ReadonlyMap<string, TransitionType> = new Map([
  ...['pull', 'pan', 'gallery', 'conveyor', 'ferris', 'prism', 'flip', 'switch', 'reveal'].map(
    (name) => [name, 'slide'] as const,
  ),
  ...['split', 'blinds', 'checker', 'comb', 'strips', 'randomBar', 'wheel', 'wedge'].map(
    (name) => [name, 'wipe'] as const,
  ),
  ...['wheelReverse', 'doors', 'window', 'peelOff', 'pageCurlSingle', 'pageCurlDouble', 'curtains', 'drape'].map(
    (name) => [name, 'wipe'] as const,
  ),
  ...['diamond', 'plus'].map((name) => [name, 'iris'] as const),
  ...['zoom', 'newsflash', 'warp', 'flythrough', 'vortex'].map((name) => [name, 'zoom'] as const),
]);

/** Elements in a transition that do not name its kind. */
const ELEMENTS_WITHOUT_KIND = new Set(['p:sndAc', 'p:extLst']);

/** Lengths of transitions in seconds, by their speeds. PowerPoint writes any other length in `p14:dur`. */
const SECONDS_BY_SPEED: Readonly<Record<string, number>> = { slow: 1, med: 0.75, fast: 0.5 };
/** The length of the longest transition, as in the API. */
const MAX_SECONDS = 2;

/** The name of a transition: its preset, such as `fallOver`, or the name of its element. */
const transitionNameOf = ({ name, attributes: { prst } }: OfficeXmlElement): string =>
  prst ?? name.slice(name.indexOf(':') + 1);

/** The transition into a slide; undefined for a cut. The first of several alternatives is read: the others are for older programs. */
export function parseSlideTransition(slide: OfficeXmlElement): ParsedTransition | undefined {
  const transition = descendantsOf(slide, 'p:transition')[0];
  const kindElement = childElements(transition).find(({ name }) => !ELEMENTS_WITHOUT_KIND.has(name));
  if (!transition || !kindElement) return undefined;
  const name = transitionNameOf(kindElement);
  const equalName =
    name === 'push' && VERTICAL_DIRECTIONS.includes(kindElement.attributes.dir ?? '')
      ? 'push'
      : ownPropertyValue(EQUAL_TRANSITIONS, name);
  const type = equalName ?? SIMILAR_TRANSITIONS.get(name) ?? 'fade';
  if (type === 'none') return undefined;
  const durationMs = numberInAttribute(transition, 'p14:dur');
  const seconds =
    durationMs === undefined
      ? ownPropertyValue(SECONDS_BY_SPEED, transition.attributes.spd ?? 'fast')
      : durationMs / 1000;
  const duration_seconds = Math.min(MAX_SECONDS, Math.max(0, Math.round((seconds ?? 0.5) * 100) / 100));
  return { transition: { type, duration_seconds }, ...(equalName ? {} : { resembles: name }) };
}
