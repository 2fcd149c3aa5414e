import { lexiconFieldSchema } from '#engine/speech/script/lexicon-field.ts';
import { captionTextOfNotes, countSpokenTextAmounts } from '#engine/speech/script/notes-text.ts';
import { isSsml } from '#engine/speech/script/read-ssml-as-speech-text.ts';
import { withoutInlineMarks } from '#engine/video/drawing/text/inline-markup.ts';
import {
  likelySpokenSeconds,
  minSpokenSeconds,
  slideSecondsWithCharacterCounter,
  spokenTextOfSlide,
  visibleMarkedTextsOfSlide,
} from './duration.ts';
import type { VariableTextRule, VariableTextWithPath } from './field-texts.ts';
import {
  countTextCharactersAndLines,
  LETTER_OR_DIGIT_PATTERN,
  type MeasuredVariableValue,
  measureAddedByValues,
  measureVariableValue,
  parseTextWithVariables,
  type TextWithVariables,
  type VariableInsertionForm,
  type VariableTextMeasure,
} from './filled-measure.ts';
import { narrationPausesOfTimeline } from './narration-pauses.ts';
import type { Slide } from './slide.ts';
import { variableTextsOfSlide } from './slide-content.ts';
import type { Timeline } from './timeline.ts';
import { timelineBytes } from './timeline-bytes.ts';
import { variableTextsOfSettings } from './timeline-settings.ts';
import { replaceVariables } from './variable-marks.ts';
import { maySlideContainVariables } from './variables.ts';

/** Limits of a text that names variables: how much the values may add to one of its measures. */
interface TextBound {
  text: Pick<TextWithVariables, 'form' | 'names'>;
  measure: keyof VariableTextMeasure;
  /** The minimum that the values must add. */
  least: number;
  /** The maximum that the values may add. */
  most: number;
}

/** A slide whose texts name variables: the parts from which its length and its spoken characters are computed. */
interface VariedSlide {
  slide: Slide;
  /** The text that is spoken. */
  spokenText: TextWithVariables;
  /** Measures of the spoken text without the values. */
  spokenAmounts: { characters: number; break_seconds: number; letters: number };
  /** The texts that viewers read, as far as they name variables. */
  visibleTexts: readonly TextWithVariables[];
  /** Characters of all texts that viewers read, without the values. */
  visibleCharacters: number;
}

/** Measures of a filled timeline, computed from the lengths of its values. */
export interface FilledTimelineMeasure {
  /** True if every text certainly fits into its field. False: a text may not fit; to know it, the timeline must be filled. */
  fits: boolean;
  /** The shortest possible length of the slides that take values, in seconds; computed as by `minSlideSecondsInVideo`. */
  least_seconds: number;
  /** The likely length of these slides, in seconds; computed as by `estimatedSlideSeconds`. */
  seconds: number;
  /** The maximum number of characters that are spoken on these slides. */
  characters: number;
  /** The maximum number of bytes of the whole timeline. */
  bytes: number;
}

/** A timeline that was read once, to measure it with the values of many rows. */
export interface TimelineMeasuredForRows {
  /** Slides that no value changes. */
  fixed: Slide[];
  /** Slides that values may change. */
  varied: Slide[];
  /** The number of values that are added up for each row, as a measure of its work. */
  places: number;
  /** Measures one row. @param values values of all declared variables, by name */
  measure(values: ReadonlyMap<string, string>): FilledTimelineMeasure;
}

/**
 * Values (each replaced by U+E000) in these places of SSML can make it invalid: within a tag, and in the content of `say-as`,
 * `sub` and `break`. Everywhere else values count as text.
 */
const VALUE_WITHIN_TAG = /<[^>]*\uE000|<(?:say-as|sub|break)\b[^>]*>[^<]*\uE000/;
/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression is to find these characters.
const INVALID_XML_CHARACTER = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** A text with limits, and the form of the values in it. */
interface BoundedText extends VariableTextWithPath {
  form: VariableInsertionForm;
}

/** The texts of a slide, each with the form of the values in it. */
function boundedTexts(slide: Slide): BoundedText[] {
  const forms = {
    plain: () => 'plain',
    marked: () => (slide.markup === 'inline' ? 'marked' : 'plain'),
    spoken: (text) => (isSsml(text) ? 'ssml' : 'plain'),
  } satisfies Record<VariableTextRule['form'], (text: string) => VariableInsertionForm>;
  return variableTextsOfSlide(slide).map((textWithPath) => ({
    ...textWithPath,
    form: forms[textWithPath.rule.form](textWithPath.text),
  }));
}

/**
 * Reads the limits of all texts. Limits of texts with the same form and variables are merged into one, so that rows of many slides are
 * checked quickly.
 */
function readBounds(texts: readonly BoundedText[], declaredNames: ReadonlySet<string>): TextBound[] {
  const bounds = new Map<string, TextBound>();
  const add = (
    { form, names }: TextWithVariables,
    measure: keyof VariableTextMeasure,
    least: number,
    most: number,
  ): void => {
    const key = JSON.stringify([form, measure, names]);
    const earlierBound = bounds.get(key);
    bounds.set(key, {
      text: { form, names },
      measure,
      least: Math.max(least, earlierBound?.least ?? 0),
      most: Math.min(most, earlierBound?.most ?? Infinity),
    });
  };
  for (const { text, form, rule } of texts) {
    const { minLength = 0, maxLength, maxLines } = rule;
    // A field without a greatest length is checked as a whole.
    if (maxLength === undefined) continue;
    const template = parseTextWithVariables(text, form, declaredNames);
    if (template.names.length === 0) continue;
    const { characters, line_feeds } = countTextCharactersAndLines(template.words);
    add(template, 'characters', minLength - characters, maxLength - characters);
    if (maxLines !== undefined) add(template, 'line_feeds', 0, maxLines - 1 - line_feeds);
  }
  return [...bounds.values()];
}

/**
 * Returns a check whether notes with these values could become SSML, or become invalid SSML: then they must be filled to know.
 * Undefined: no value can do that.
 */
function createUncertainNotesCheck(
  notes: string,
  declaredNames: ReadonlySet<string>,
): ((values: ReadonlyMap<string, string>) => boolean) | undefined {
  const { names } = parseTextWithVariables(notes, 'plain', declaredNames);
  if (names.length === 0) return undefined;
  const notesWithMarks = replaceVariables(notes, (name) => (declaredNames.has(name) ? '\uE000' : undefined));
  if (isSsml(notes)) {
    if (VALUE_WITHIN_TAG.test(notesWithMarks)) return () => true;
    return (values) => names.some(([name]) => INVALID_XML_CHARACTER.test(values.get(name) ?? ''));
  }
  // A value at the beginning of the notes may be the tag that makes them SSML.
  const textBeforeValue = notesWithMarks.slice(0, notesWithMarks.indexOf('\uE000')).trim();
  if (textBeforeValue !== '' && !textBeforeValue.startsWith('<')) return undefined;
  return (values) => {
    const start = replaceVariables(notes, (name) => values.get(name));
    return start.trimStart().startsWith('<');
  };
}

/**
 * Returns a check whether the lexicon with these values is valid. Its rules are about all entries together, so it is filled and validated for
 * each row.
 */
function createLexiconCheck(
  lexicon: Timeline['lexicon'] = [],
  declaredNames: ReadonlySet<string>,
): (values: ReadonlyMap<string, string>) => boolean {
  const names = parseTextWithVariables(JSON.stringify(lexicon), 'plain', declaredNames).names;
  if (names.length === 0) return () => true;
  return (values) => {
    const fill = (text: string): string => replaceVariables(text, (name) => values.get(name));
    return lexiconFieldSchema.safeParse(
      lexicon.map(({ word, say, ipa }) => ({ word: fill(word), say: fill(say), ipa })),
    ).success;
  };
}

function readVariedSlide(slide: Slide, timeline: Timeline, declaredNames: ReadonlySet<string>): VariedSlide {
  const text = spokenTextOfSlide(slide, timeline);
  const spokenText = parseTextWithVariables(text, isSsml(text) ? 'ssml' : 'plain', declaredNames);
  const visibleTexts = visibleMarkedTextsOfSlide(slide).map((visibleText) =>
    parseTextWithVariables(visibleText, 'plain', declaredNames),
  );
  const { characters, break_seconds } = countSpokenTextAmounts({ text: spokenText.words, lexicon: timeline.lexicon });
  return {
    slide,
    spokenText,
    spokenAmounts: {
      characters,
      break_seconds,
      letters: captionTextOfNotes(spokenText.words).match(LETTER_OR_DIGIT_PATTERN)?.length ?? 0,
    },
    visibleTexts: visibleTexts.filter(({ names }) => names.length > 0),
    visibleCharacters: visibleTexts.reduce(
      (sum, { words }) => sum + countTextCharactersAndLines(withoutInlineMarks(words, slide.markup)).characters,
      0,
    ),
  };
}

/** The shortest and the likely length of a slide of a row, and the number of characters that are spoken on it. */
function measureSlide(
  { slide, spokenText, spokenAmounts, visibleTexts, visibleCharacters }: VariedSlide,
  values: ReadonlyMap<string, MeasuredVariableValue>,
  settings: Timeline,
  isSpoken: boolean,
): Pick<FilledTimelineMeasure, 'least_seconds' | 'seconds' | 'characters'> {
  const pace = narrationPausesOfTimeline(settings);
  const countCharacters = () =>
    visibleCharacters + visibleTexts.reduce((sum, text) => sum + measureAddedByValues(text, values, 'characters'), 0);
  const secondsWith = (narration: number | undefined): number =>
    slideSecondsWithCharacterCounter(slide, narration, countCharacters, pace);
  if (!isSpoken) return { least_seconds: secondsWith(undefined), seconds: secondsWith(undefined), characters: 0 };
  const { audio } = slide;
  if (audio?.source === 'uploaded') {
    const seconds = secondsWith(audio.duration_seconds ?? 0);
    return { least_seconds: seconds, seconds, characters: 0 };
  }
  const letters =
    spokenAmounts.letters + measureAddedByValues({ form: 'plain', names: spokenText.names }, values, 'letters');
  // Without a word there is no speech.
  if (letters === 0) return { least_seconds: secondsWith(undefined), seconds: secondsWith(undefined), characters: 0 };
  const characters = spokenAmounts.characters + measureAddedByValues(spokenText, values, 'characters');
  return {
    least_seconds: secondsWith(minSpokenSeconds(slide, settings, letters)),
    seconds: secondsWith(likelySpokenSeconds(slide, settings, characters) + spokenAmounts.break_seconds),
    characters,
  };
}

/**
 * Reads a timeline once for all rows of a batch. A row is then measured by the lengths of its values alone: 1,000 rows of 500 slides take
 * one second, whereas filling and validating each would take half a minute. Pure.
 * @param isSpoken true if the videos have narration
 */
export function measureTimelineForRows(
  timeline: Timeline,
  slides: readonly Slide[],
  isSpoken: boolean,
): TimelineMeasuredForRows {
  const declaredNames = new Set(Object.keys(timeline.variables ?? {}));
  const fixed = slides.filter((slide) => declaredNames.size === 0 || !maySlideContainVariables(slide));
  const varied = slides.filter((slide) => declaredNames.size > 0 && maySlideContainVariables(slide));
  const bounds = readBounds(
    [
      ...variableTextsOfSettings(timeline).map((textWithPath) => ({ ...textWithPath, form: 'plain' as const })),
      ...varied.flatMap((slide) => boundedTexts(slide)),
    ],
    declaredNames,
  );
  const uncertainNotesChecks = varied.flatMap(
    ({ speaker_notes }) => createUncertainNotesCheck(speaker_notes, declaredNames) ?? [],
  );
  const isLexiconValid = createLexiconCheck(timeline.lexicon, declaredNames);
  const variedSlides = varied.map((slide) => readVariedSlide(slide, timeline, declaredNames));
  const textsWithVariables = varied.flatMap((slide) =>
    boundedTexts(slide).map(({ text, form }) => parseTextWithVariables(text, form, declaredNames)),
  );
  const occurrencesByForm = (['plain', 'marked', 'ssml'] as const).map((form) => ({
    form,
    names: countOccurrences(textsWithVariables, form),
  }));
  const timelineBytesWithoutValues = timelineBytes(timeline, slides);
  const placesOf = (texts: readonly Pick<TextWithVariables, 'names'>[]): number =>
    texts.reduce((sum, { names }) => sum + names.length, 0);
  return {
    fixed,
    varied,
    places:
      placesOf(bounds.map(({ text }) => text)) +
      variedSlides.reduce(
        (sum, { spokenText, visibleTexts }) => sum + 1 + 2 * spokenText.names.length + placesOf(visibleTexts),
        0,
      ),
    measure(valuesByName) {
      const values = new Map([...valuesByName].map(([name, value]) => [name, measureVariableValue(value)]));
      const fits =
        isLexiconValid(valuesByName) &&
        bounds.every(({ text, measure, least, most }) => {
          const added = measureAddedByValues(text, values, measure);
          return added >= least && added <= most;
        }) &&
        !uncertainNotesChecks.some((isUncertain) => isUncertain(valuesByName));
      const rowMeasure = { fits, least_seconds: 0, seconds: 0, characters: 0 };
      for (const slide of variedSlides) {
        const { least_seconds, seconds, characters } = measureSlide(slide, values, timeline, isSpoken);
        rowMeasure.least_seconds += least_seconds;
        rowMeasure.seconds += seconds;
        rowMeasure.characters += characters;
      }
      const bytes = occurrencesByForm.reduce(
        (sum, text) => sum + measureAddedByValues(text, values, 'bytes'),
        timelineBytesWithoutValues,
      );
      return { ...rowMeasure, bytes };
    },
  };
}

/** The number of occurrences of each variable in all texts of a form. */
function countOccurrences(
  texts: readonly TextWithVariables[],
  form: VariableInsertionForm,
): TextWithVariables['names'] {
  const sums = new Map<string, number>();
  for (const text of texts)
    if (text.form === form) for (const [name, count] of text.names) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums];
}
