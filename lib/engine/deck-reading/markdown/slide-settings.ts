import { SLIDE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import { IMAGE_MOTIONS } from '#engine/video/motion/image-motion.ts';
import type { DeckSlideContent } from '../deck.ts';
import type { PageDraft } from './page-draft.ts';
import { readTransition, TRANSITION_HINT } from './transition-text.ts';

/** Settings that `<!-- slide: … -->` may have. */
export type OwnSettings = Partial<
  Pick<DeckSlideContent, 'layout' | 'build' | 'transition' | 'image_motion' | 'duration_seconds'>
> & { fit?: 'cover' | 'contain' };

const BUILDS = ['none', 'by_bullet'] as const;
const FITS = ['cover', 'contain'] as const;

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

/** Reads one of them. @returns its value, or what it may be */
const READERS = {
  layout: (text: string) => oneOf(SLIDE_LAYOUTS, text) ?? { hint: `one of ${SLIDE_LAYOUTS.join(', ')}` },
  build: (text: string) => oneOf(BUILDS, text) ?? { hint: `one of ${BUILDS.join(', ')}` },
  transition: (text: string) => readTransition(text) ?? { hint: TRANSITION_HINT },
  image_motion: (text: string) => oneOf(IMAGE_MOTIONS, text) ?? { hint: `one of ${IMAGE_MOTIONS.join(', ')}` },
  duration_seconds: (text: string) => {
    const seconds = Number(text);
    return text !== '' && seconds >= 1 && seconds <= 300 ? seconds : { hint: 'from 1 to 300' };
  },
  fit: (text: string) => oneOf(FITS, text) ?? { hint: `one of ${FITS.join(', ')}` },
};
const NAMES = Object.keys(READERS);

/** Reads the settings of a slide. @param refuse is notified of each that is none */
export function readOwnSettings(
  settings: PageDraft['settings'],
  refuse: (line: number, message: string) => void,
): OwnSettings {
  const read: Record<string, unknown> = {};
  for (const { name, value, line } of settings) {
    if (!Object.hasOwn(READERS, name)) {
      refuse(line, `a slide takes ${NAMES.join(', ')}, each as name=value; not "${name}"`);
      continue;
    }
    const found = READERS[name as keyof typeof READERS](value);
    if (typeof found === 'object' && 'hint' in found) refuse(line, `${name}: ${found.hint}; not "${value}"`);
    else read[name] = found;
  }
  return read;
}
