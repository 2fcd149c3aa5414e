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

/** Transitions of the service that equal one of a file. */
const SAME: Readonly<Record<string, TransitionType>> = {
  ...{ cut: 'none', fade: 'fade', push: 'slide', wipe: 'wipe', cover: 'cover', circle: 'iris', morph: 'morph' },
};
/** Directions of `push` in which the picture moves up or down. */
const UPRIGHT = ['u', 'd'];

/**
 * The most similar transitions of the service: the new picture moves in, grows, or replaces the old one in parts. Any other becomes a
 * fade.
 */
const NEAREST: ReadonlyMap<string, TransitionType> = new Map([
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
const BESIDE = new Set(['p:sndAc', 'p:extLst']);

/** Seconds of the speeds. PowerPoint writes any other length in `p14:dur`. */
const SPEEDS: Readonly<Record<string, number>> = { slow: 1, med: 0.75, fast: 0.5 };
const MAX_SECONDS = 2;

/** Attribute with the preset of a transition, such as `fallOver`. */
const nameOf = ({ name, attributes: { prst } }: OfficeXmlElement): string => prst ?? name.slice(name.indexOf(':') + 1);

/** The transition into a slide; undefined for a cut. The first of several forms is read: the others are for older programs. */
export function parseSlideTransition(slide: OfficeXmlElement): ParsedTransition | undefined {
  const transition = descendantsOf(slide, 'p:transition')[0];
  const kind = childElements(transition).find(({ name }) => !BESIDE.has(name));
  if (!transition || !kind) return undefined;
  const name = nameOf(kind);
  const same = name === 'push' && UPRIGHT.includes(kind.attributes.dir ?? '') ? 'push' : ownPropertyValue(SAME, name);
  const type = same ?? NEAREST.get(name) ?? 'fade';
  if (type === 'none') return undefined;
  const length = numberInAttribute(transition, 'p14:dur');
  const seconds = length === undefined ? ownPropertyValue(SPEEDS, transition.attributes.spd ?? 'fast') : length / 1000;
  const duration_seconds = Math.min(MAX_SECONDS, Math.max(0, Math.round((seconds ?? 0.5) * 100) / 100));
  return { transition: { type, duration_seconds }, ...(same ? {} : { resembles: name }) };
}
