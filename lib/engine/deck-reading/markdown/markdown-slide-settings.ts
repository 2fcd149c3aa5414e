import { CALLOUT_KINDS, CALLOUT_LIMITS } from '#engine/video/drawing/callouts/callout.ts';
import {
  CALLOUT_LINE_SYNTAX,
  parseCalloutLine,
  type WrittenCallout,
} from '#engine/video/drawing/callouts/callout-line.ts';
import { SLIDE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';
import { SLIDE_SECONDS_RANGE } from '#engine/video/drawing/slide-limits.ts';
import { IMAGE_MOTIONS } from '#engine/video/motion/image-motion.ts';
import { MOTION_LEVELS } from '#engine/video/motion/motions.ts';
import { BUILD_STYLES } from '#engine/video/transitions/transition-types.ts';
import type { DeckSlideContent } from '../deck.ts';
import type { PageDraft } from './page-draft.ts';
import { parseTransitionText, TRANSITION_SYNTAX_HINT } from './transition-text.ts';

/** Settings of a slide in `<!-- slide: name=value … -->`. */
export type MarkdownSlideSettings = Partial<
  Pick<
    DeckSlideContent,
    | 'layout'
    | 'build'
    | 'build_style'
    | 'dim_previous'
    | 'transition'
    | 'image_motion'
    | 'motion'
    | 'duration_seconds'
    | 'callouts'
  >
> & { fit?: 'cover' | 'contain' };

const BUILDS = ['none', 'by_bullet', 'by_item', 'by_series'] as const;
const FITS = ['cover', 'contain'] as const;

const parseOneOf = <Value extends string>(values: readonly Value[], text: string): Value | { hint: string } =>
  values.find((value) => value === text) ?? { hint: `one of ${values.join(', ')}` };

/** The stored form of a value. A value that the author switches off is stored differently from one that the deck does not set. */
const noneToOff = <Value>(value: Value): Exclude<Value, 'none'> | 'off' =>
  value === 'none' ? 'off' : (value as Exclude<Value, 'none'>);

/** Parsers of the settings. Each returns the value, or, for an invalid one, a hint about the values that are accepted. */
const PARSERS = {
  layout: (text: string) => parseOneOf(SLIDE_LAYOUTS, text),
  build: (text: string) => noneToOff(parseOneOf(BUILDS, text)),
  build_style: (text: string) => parseOneOf(BUILD_STYLES, text),
  dim_previous: (text: string) => (text === 'true' || text === 'false' ? text === 'true' : { hint: 'true or false' }),
  transition: (text: string) => parseTransitionText(text) ?? { hint: TRANSITION_SYNTAX_HINT },
  image_motion: (text: string) => noneToOff(parseOneOf(IMAGE_MOTIONS, text)),
  motion: (text: string) => parseOneOf(MOTION_LEVELS, text),
  duration_seconds: (text: string) => {
    const seconds = Number(text);
    return text !== '' && seconds >= SLIDE_SECONDS_RANGE.min && seconds <= SLIDE_SECONDS_RANGE.max
      ? seconds
      : { hint: `from ${SLIDE_SECONDS_RANGE.min} to ${SLIDE_SECONDS_RANGE.max}` };
  },
  fit: (text: string) => parseOneOf(FITS, text),
};
const SETTING_NAMES = Object.keys(PARSERS);

/** Reads the callouts of a slide, one from each comment `<!-- callout: … -->`. */
function readCallouts(
  settings: PageDraft['settings'],
  refuse: (line: number, message: string) => void,
): WrittenCallout[] {
  const callouts: WrittenCallout[] = [];
  for (const { value, line } of settings.filter(({ name }) => name === 'callout')) {
    const callout = parseCalloutLine(value);
    if (!callout)
      refuse(line, `a callout is written as ${CALLOUT_LINE_SYNTAX}, its kind one of ${CALLOUT_KINDS.join(', ')}`);
    else if (callouts.length === CALLOUT_LIMITS.callouts)
      refuse(line, `a slide has at most ${CALLOUT_LIMITS.callouts} callouts`);
    else callouts.push(callout);
  }
  return callouts;
}

/**
 * Reads the settings of a slide.
 * @param refuse receives each setting that is unknown or invalid: its line in the file, from 1, and a message without a full stop
 */
export function readMarkdownSlideSettings(
  settings: PageDraft['settings'],
  refuse: (line: number, message: string) => void,
): MarkdownSlideSettings {
  const slideSettings: Record<string, unknown> = {};
  const callouts = readCallouts(settings, refuse);
  if (callouts.length > 0) slideSettings.callouts = callouts;
  for (const { name, value, line } of settings) {
    if (name === 'callout') continue;
    if (!Object.hasOwn(PARSERS, name)) {
      refuse(line, `a slide takes ${SETTING_NAMES.join(', ')}, each as name=value; not "${name}"`);
      continue;
    }
    const parsed = PARSERS[name as keyof typeof PARSERS](value);
    if (typeof parsed === 'object' && 'hint' in parsed) refuse(line, `${name}: ${parsed.hint}; not "${value}"`);
    else slideSettings[name] = parsed;
  }
  return slideSettings;
}
