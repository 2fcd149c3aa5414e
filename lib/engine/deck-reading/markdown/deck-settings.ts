import { TYPOGRAPHY_STYLES } from '#engine/video/drawing/rich-slide-content.ts';
import { ASPECT_RATIO_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { MOTION_LEVELS } from '#engine/video/motion/motions.ts';
import { NARRATION_SOURCES } from '#kernel/shared/narration-source.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckSettings } from '../deck.ts';
import { isFieldWithoutEffect } from './deck-fields.ts';
import type { DeckReadingReport } from './deck-reading-report.ts';
import { deckSpeakers, SPEAKERS_SYNTAX_HINT } from './deck-speakers.ts';
import { textOfYamlField, type YamlFields } from './front-matter.ts';
import { LEXICON_SYNTAX_HINT, parseLexiconText } from './lexicon-text.ts';
import type { DeckSplitIntoPages, MarkdownDialect } from './split-deck-into-pages.ts';
import { unsupportedSeparatorMessage } from './split-reveal-deck-into-pages.ts';
import { readTransition, TRANSITION_SYNTAX_HINT } from './transition-text.ts';

/** Characters of a footer, as in the API. */
const MAX_FOOTER = 80;
const FOOTER = new RegExp(`^[^<>]{1,${MAX_FOOTER}}$`);
/** Characters of a name or a value that the report shows. */
const MAX_SHOWN = 80;
/** Fields that a line of the report lists. */
const MAX_LISTED = 20;

/** Characters of the id of a voice, as in the API. */
const MAX_VOICE = 100;

/** Reads a speed of the narration, 0.5–2. */
const readSpeed = (text: string): number | undefined => {
  const speed = Number(text);
  return speed >= 0.5 && speed <= 2 ? speed : undefined;
};

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text);

/** Settings of the timeline that the front matter of a deck names. Invalid values are reported. */
export function readDeckSettings(
  fields: YamlFields,
  dialect: MarkdownDialect,
  report: DeckReadingReport,
): DeckSettings {
  const read = <Value>(name: string, parse: (text: string) => Value | undefined, hint: string): Value | undefined => {
    const text = textOfYamlField(fields, name);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined)
      report.warn(null, 'setting_not_taken', `${name}: ${hint}; not "${cutTextWithEllipsis(text, MAX_SHOWN).text}".`);
    return value;
  };
  const { speakers, isRead } = deckSpeakers(fields);
  if (!isRead) report.warn(null, 'setting_not_taken', `speakers: ${SPEAKERS_SYNTAX_HINT}.`);
  // A transition of Slidev or Marp is not an error of the author: the hint says that it is not drawn.
  const transitionHint =
    dialect === 'plain' ? TRANSITION_SYNTAX_HINT : `this one is not drawn; there is ${TRANSITION_SYNTAX_HINT}`;
  return {
    format: read('format', oneOf(ASPECT_RATIO_NAMES), `one of ${ASPECT_RATIO_NAMES.join(', ')}`),
    resolution: read('resolution', oneOf(RESOLUTION_NAMES), `one of ${RESOLUTION_NAMES.join(', ')}`),
    template_id: textOfYamlField(fields, 'template'),
    transition: read('transition', readTransition, transitionHint),
    motion: read('motion', oneOf(MOTION_LEVELS), `one of ${MOTION_LEVELS.join(', ')}`),
    voice: read('voice', (text) => (text.length <= MAX_VOICE ? text : undefined), 'an id from GET /voices'),
    speed: read('speed', readSpeed, 'a number from 0.5 to 2'),
    speakers,
    lexicon: read('lexicon', parseLexiconText, LEXICON_SYNTAX_HINT),
    narration_source: read('narration_source', oneOf(NARRATION_SOURCES), `one of ${NARRATION_SOURCES.join(', ')}`),
    typography: read('typography', oneOf(TYPOGRAPHY_STYLES), `one of ${TYPOGRAPHY_STYLES.join(', ')}`),
    footer: read(
      'footer',
      (text) => (FOOTER.test(text) ? text : undefined),
      `at most ${MAX_FOOTER} characters without HTML`,
    ),
  };
}

/** Reports the fields of the front matter that have no effect on the video. Those of Slidev are reported with their slide. */
export function reportFieldsWithoutEffect(
  { fields, dialect, unread }: DeckSplitIntoPages,
  report: DeckReadingReport,
): void {
  for (const name of unread) report.warn(null, 'setting_not_taken', unsupportedSeparatorMessage(fields, name));
  const useless = Object.keys(fields).filter(isFieldWithoutEffect);
  if (dialect === 'slidev' || useless.length === 0) return;
  const listed = useless.slice(0, MAX_LISTED).map((name) => `\`${cutTextWithEllipsis(name, MAX_SHOWN).text}\``);
  report.warn(
    null,
    'setting_not_taken',
    `${listed.join(', ')} in the front matter ${useless.length === 1 ? 'has' : 'have'} no meaning here: the template decides how slides look.`,
  );
}
