import { TYPOGRAPHY_STYLES } from '#engine/video/drawing/rich-slide-content.ts';
import { ASPECT_RATIO_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { MOTION_LEVELS } from '#engine/video/motion/motions.ts';
import { NARRATION_SOURCES } from '#kernel/shared/narration-source.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckSettings } from '../deck.ts';
import { isDeckFieldWithoutEffect } from './deck-fields.ts';
import type { DeckReadingReport } from './deck-reading-report.ts';
import { FRONT_MATTER_SPEAKERS_HINT, readDeckSpeakers } from './deck-speakers.ts';
import { textOfYamlField, type YamlFields } from './front-matter.ts';
import { LEXICON_SYNTAX_HINT, parseDeckLexiconText } from './lexicon-text.ts';
import type { DeckSplitIntoPages, MarkdownDialect } from './split-deck-into-pages.ts';
import { unsupportedSeparatorMessage } from './split-reveal-markdown-into-pages.ts';
import { parseTransitionText, TRANSITION_SYNTAX_HINT } from './transition-text.ts';

/** The length of the longest footer in characters, as in the API. */
const MAX_FOOTER_CHARACTERS = 80;
const FOOTER_TEXT = new RegExp(`^[^<>]{1,${MAX_FOOTER_CHARACTERS}}$`);
/** The number of characters of a name or a value that the report shows. */
const MAX_SHOWN_CHARACTERS = 80;
/** The highest number of fields that a line of the report lists. */
const MAX_LISTED_FIELDS = 20;

/** The length of the longest id of a voice in characters, as in the API. */
const MAX_VOICE_CHARACTERS = 100;

/** Reads a speed of the narration, 0.5–2. */
const readSpeed = (text: string): number | undefined => {
  const speed = Number(text);
  return speed >= 0.5 && speed <= 2 ? speed : undefined;
};

/** Returns a parser of texts that accepts only the given values. */
const parseOneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text);

/** Settings of the timeline that the front matter of a deck names. Invalid values are reported. */
export function readTimelineSettingsOfDeck(
  fields: YamlFields,
  dialect: MarkdownDialect,
  report: DeckReadingReport,
): DeckSettings {
  const readSetting = <Value>(
    name: string,
    parse: (text: string) => Value | undefined,
    hint: string,
  ): Value | undefined => {
    const text = textOfYamlField(fields, name);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined)
      report.warn(
        null,
        'setting_not_taken',
        `${name}: ${hint}; not "${cutTextWithEllipsis(text, MAX_SHOWN_CHARACTERS).text}".`,
      );
    return value;
  };
  const { speakers, isRead: areSpeakersValid } = readDeckSpeakers(fields);
  if (!areSpeakersValid) report.warn(null, 'setting_not_taken', `speakers: ${FRONT_MATTER_SPEAKERS_HINT}.`);
  // A transition of Slidev or Marp is not an error of the author: the hint says that it is not drawn.
  const transitionHint =
    dialect === 'plain' ? TRANSITION_SYNTAX_HINT : `this one is not drawn; there is ${TRANSITION_SYNTAX_HINT}`;
  return {
    format: readSetting('format', parseOneOf(ASPECT_RATIO_NAMES), `one of ${ASPECT_RATIO_NAMES.join(', ')}`),
    resolution: readSetting('resolution', parseOneOf(RESOLUTION_NAMES), `one of ${RESOLUTION_NAMES.join(', ')}`),
    template_id: textOfYamlField(fields, 'template'),
    transition: readSetting('transition', parseTransitionText, transitionHint),
    motion: readSetting('motion', parseOneOf(MOTION_LEVELS), `one of ${MOTION_LEVELS.join(', ')}`),
    voice: readSetting(
      'voice',
      (text) => (text.length <= MAX_VOICE_CHARACTERS ? text : undefined),
      'an id from GET /voices',
    ),
    speed: readSetting('speed', readSpeed, 'a number from 0.5 to 2'),
    speakers,
    lexicon: readSetting('lexicon', parseDeckLexiconText, LEXICON_SYNTAX_HINT),
    narration_source: readSetting(
      'narration_source',
      parseOneOf(NARRATION_SOURCES),
      `one of ${NARRATION_SOURCES.join(', ')}`,
    ),
    typography: readSetting('typography', parseOneOf(TYPOGRAPHY_STYLES), `one of ${TYPOGRAPHY_STYLES.join(', ')}`),
    footer: readSetting(
      'footer',
      (text) => (FOOTER_TEXT.test(text) ? text : undefined),
      `at most ${MAX_FOOTER_CHARACTERS} characters without HTML`,
    ),
  };
}

/** Reports the fields of the front matter that have no effect on the video. Those of Slidev are reported with their slide. */
export function reportFrontMatterWithoutEffect(
  { fields, dialect, unread }: DeckSplitIntoPages,
  report: DeckReadingReport,
): void {
  for (const name of unread) report.warn(null, 'setting_not_taken', unsupportedSeparatorMessage(fields, name));
  const namesWithoutEffect = Object.keys(fields).filter(isDeckFieldWithoutEffect);
  if (dialect === 'slidev' || namesWithoutEffect.length === 0) return;
  const listedNames = namesWithoutEffect
    .slice(0, MAX_LISTED_FIELDS)
    .map((name) => `\`${cutTextWithEllipsis(name, MAX_SHOWN_CHARACTERS).text}\``);
  report.warn(
    null,
    'setting_not_taken',
    `${listedNames.join(', ')} in the front matter ${namesWithoutEffect.length === 1 ? 'has' : 'have'} no meaning here: the template decides how slides look.`,
  );
}
