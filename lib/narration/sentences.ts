/** UTF-16 units; at three bytes of UTF-8 a unit, a sentence stays under 1,000 bytes in every script. */
export const MAX_SENTENCE_LENGTH = 300;

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

/**
 * The sentences of a text in reading order: trimmed, NFC, inner white space as single spaces, none empty, none longer
 * than MAX_SENTENCE_LENGTH (longer ones are cut at clause marks, else between words, else between characters). What has
 * no letter or digit of its own (an emoji, dots) stays with the sentence before it. Joined with spaces they are the text.
 * @param language BCP 47; an invalid tag counts as "und".
 */
export function splitSentences(text: string, language: string): string[] {
  const locale = knownLocale(language);
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  const sentences: string[] = [];
  let unfinished = '';
  for (const { segment } of segmenter.segment(text.toWellFormed().normalize('NFC'))) {
    const piece = segment.replace(/\s+/gu, ' ').trim();
    if (piece === '') continue;
    const whole = unfinished === '' ? piece : `${unfinished} ${piece}`;
    unfinished = '';
    const endsLine = /[\n\r\u2028\u2029]\s*$/u.test(segment);
    if (!endsLine && endsInAbbreviation(whole, locale)) unfinished = whole;
    else append(sentences, whole);
  }
  if (unfinished !== '') append(sentences, unfinished);
  return sentences.flatMap((sentence) => cutLong(sentence, locale));
}

/** Whether there is anything in it that a voice could say. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function append(sentences: string[], sentence: string): void {
  const before = sentences.at(-1);
  if (before !== undefined && (!hasWords(sentence) || !hasWords(before)))
    sentences.splice(-1, 1, `${before} ${sentence}`);
  else sentences.push(sentence);
}

function endsInAbbreviation(sentence: string, locale: string): boolean {
  if (!sentence.endsWith('.')) return false;
  if (INITIAL.test(sentence)) return true;
  const words = sentence.slice(0, -1).toLowerCase();
  const list = ABBREVIATIONS[new Intl.Locale(locale).language] ?? [];
  return list.some((short) => words === short || words.endsWith(` ${short}`));
}

// A mark followed by a space, or one of the scripts that write no spaces; so that "1,000" and "12:30" stay whole.
const CLAUSE = /(?<=[,;:،؛–—]) |(?<=[、，；：])/u;

function cutLong(sentence: string, locale: string): string[] {
  if (sentence.length <= MAX_SENTENCE_LENGTH) return [sentence];
  for (const pieces of [sentence.split(CLAUSE), sentence.split(' '), words(sentence, locale), [...sentence]]) {
    if (pieces.every((piece) => piece.length <= MAX_SENTENCE_LENGTH)) return fill(pieces, sentence);
  }
  return [sentence];
}

function words(sentence: string, locale: string): string[] {
  return Array.from(new Intl.Segmenter(locale, { granularity: 'word' }).segment(sentence), ({ segment }) => segment);
}

/** Joins neighbouring pieces again, as many as fit, as evenly as a look ahead at the number of parts allows. */
function fill(pieces: readonly string[], sentence: string): string[] {
  const aim = Math.ceil(sentence.length / Math.ceil(sentence.length / MAX_SENTENCE_LENGTH));
  const parts: string[] = [];
  let from = 0;
  let end = 0;
  for (const piece of pieces) {
    const at = sentence.indexOf(piece, end);
    const next = at + piece.length;
    if (end > from && (next - from > MAX_SENTENCE_LENGTH || end - from >= aim)) {
      parts.push(sentence.slice(from, end).trim());
      from = at;
    }
    end = next;
  }
  parts.push(sentence.slice(from).trim());
  return parts.filter((part) => part !== '');
}

function knownLocale(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'und';
  } catch {
    return 'und';
  }
}
