import { cutLong } from './cut-long.ts';
import { type Manner, type Stretch, trimmed } from './stretch.ts';

export { MAX_SENTENCE_LENGTH } from './stretch.ts';

// `Intl.Segmenter` has no suppression data: it ends a sentence after "Dr.", and the pause after it is heard.
const ABBREVIATIONS: Record<string, readonly string[]> = {
  en: ['dr', 'mr', 'mrs', 'ms', 'prof', 'st', 'vs', 'no', 'fig', 'approx', 'e.g', 'i.e', 'u.s', 'u.k'],
  de: [
    'dr',
    'prof',
    'hr',
    'fr',
    'nr',
    'bzw',
    'ca',
    'vgl',
    'evtl',
    'ggf',
    'inkl',
    'usw',
    'z',
    'd',
    'u',
    'z.b',
    'd.h',
    'u.a',
  ],
  fr: ['m', 'mm', 'mme', 'mlle', 'dr', 'pr', 'env', 'p. ex'],
  es: ['sr', 'sra', 'srta', 'dr', 'dra', 'ud', 'uds', 'p. ej', 'ee', 'uu'],
  pt: ['sr', 'sra', 'dr', 'dra', 'prof', 'p. ex'],
  it: ['sig', 'dott', 'prof', 'ing'],
  nl: ['dhr', 'mevr', 'dr', 'prof', 'bijv', 'd.w.z'],
};
const INITIAL = /(?:^|[\s.])\p{Lu}\.$/u;

/** More than any abbreviation has, with the space on both sides, in UTF-16 units. */
const LONGEST_ENDING = 16;
const LINE_END = /[\n\r\u0085\u2028\u2029]/u;

/**
 * Where the sentences of a text begin and end, in reading order: none empty or with space around it, none longer than
 * MAX_SENTENCE_LENGTH (longer ones are cut at clause marks, else between words, else between characters). What has nothing
 * to say of its own (an emoji, dots) stays with the sentence before it.
 * @param written without runs of white space, and without line ends but those that end a sentence.
 * @param language BCP 47; an invalid tag counts as "und".
 */
export function sentencesIn(written: string, language: string, manner: Manner): Stretch[] {
  const locale = knownLocale(language);
  const { language: base } = new Intl.Locale(locale);
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  const sentences: Stretch[] = [];
  let from = 0;
  for (const { segment, index } of segmenter.segment(written)) {
    const end = index + segment.length;
    const ending = written.slice(Math.max(from, end - LONGEST_ENDING), end);
    const goesOn = manner.isWithin(end) || (!LINE_END.test(segment.slice(-1)) && endsInAbbreviation(ending, base));
    if (goesOn && end < written.length) continue;
    const sentence = trimmed(written, from, end);
    from = end;
    const before = sentences.at(-1);
    if (sentence.to === sentence.from) continue;
    const isAlone = before && manner.speaks(before.from, before.to) && manner.speaks(sentence.from, sentence.to);
    if (before && !isAlone) before.to = sentence.to;
    else sentences.push(sentence);
  }
  return sentences.flatMap((sentence) => cutLong(written, sentence, locale, manner));
}

/** Whether there is anything in it that a voice could say. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function endsInAbbreviation(text: string, language: string): boolean {
  const sentence = text.trim();
  if (!sentence.endsWith('.')) return false;
  if (INITIAL.test(sentence)) return true;
  const words = sentence.slice(0, -1).toLowerCase();
  const list = ABBREVIATIONS[language] ?? [];
  return list.some((short) => words === short || words.endsWith(` ${short}`));
}

function knownLocale(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und';
  } catch {
    return 'und';
  }
}
