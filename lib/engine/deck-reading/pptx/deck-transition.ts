import type { TransitionType } from '#engine/video/transitions/transition-types.ts';
import { ownValue } from '#kernel/shared/own-value.ts';
import type { DeckTransition } from '../deck.ts';
import { childElements, descendantsOf, numberAt, type PartElement } from './xml.ts';

/** The transition into a slide, and its name in the file where the one that is shown only resembles it. */
export interface ReadTransition {
  transition: DeckTransition;
  /** As the file names it; absent: it is the same. */
  resembles?: string | undefined;
}

/** Transitions of files that are ours. */
const SAME: Readonly<Record<string, TransitionType>> = { cut: 'none', fade: 'fade', push: 'slide', wipe: 'wipe' };

/** Others by what they do most: the new picture moves in, grows, or takes the place of the old one bit by bit. Those that are not named become a fade. */
const NEAREST: ReadonlyMap<string, TransitionType> = new Map([
  ...['cover', 'pull', 'pan', 'gallery', 'conveyor', 'ferris', 'prism', 'flip', 'switch', 'reveal'].map(
    (name) => [name, 'slide'] as const,
  ),
  ...['split', 'blinds', 'checker', 'comb', 'strips', 'randomBar', 'wheel', 'wedge', 'circle', 'diamond', 'plus'].map(
    (name) => [name, 'wipe'] as const,
  ),
  ...['wheelReverse', 'doors', 'window', 'peelOff', 'pageCurlSingle', 'pageCurlDouble', 'curtains', 'drape'].map(
    (name) => [name, 'wipe'] as const,
  ),
  ...['zoom', 'newsflash', 'warp', 'flythrough', 'vortex'].map((name) => [name, 'zoom'] as const),
]);

/** Elements of a transition that are not its kind. */
const BESIDE = new Set(['p:sndAc', 'p:extLst']);

/** Seconds of the words for the speed; PowerPoint writes the length itself where it is another one. */
const SPEEDS: Readonly<Record<string, number>> = { slow: 1, med: 0.75, fast: 0.5 };
const MAX_SECONDS = 2;

/** The name of the preset of a transition that has one, such as `fallOver`. */
const nameOf = ({ name, attributes: { prst } }: PartElement): string => prst ?? name.slice(name.indexOf(':') + 1);

/** The transition into a slide; undefined: a cut. The first form of several is read: others are for older programs. */
export function transitionOf(slide: PartElement): ReadTransition | undefined {
  const transition = descendantsOf(slide, 'p:transition')[0];
  const kind = childElements(transition).find(({ name }) => !BESIDE.has(name));
  if (!transition || !kind) return undefined;
  const name = nameOf(kind);
  const same = Object.hasOwn(SAME, name) ? SAME[name] : undefined;
  const type = same ?? NEAREST.get(name) ?? 'fade';
  if (type === 'none') return undefined;
  const length = numberAt(transition, 'p14:dur');
  const seconds = length === undefined ? ownValue(SPEEDS, transition.attributes.spd ?? 'fast') : length / 1000;
  const duration_seconds = Math.min(MAX_SECONDS, Math.max(0, Math.round((seconds ?? 0.5) * 100) / 100));
  return { transition: { type, duration_seconds }, ...(same ? {} : { resembles: name }) };
}
