import type { TaggerWeights } from '../phoneme-data.ts';

const LETTERS = /^\p{L}+$/u;
const DIGITS = /^\p{Nd}+$/u;

/**
 * The shape of a word for the tagger: "d" (digits), "x", "Xx", "XX", "X1" (one capital), "xX" (any other letters); for a word with other
 * characters a sign for each of the first four.
 */
function shapeOf(word: string): string {
  if (DIGITS.test(word)) return 'd';
  if (!LETTERS.test(word)) {
    const firstCharacters = [...word].slice(0, 4);
    return firstCharacters.map((sign) => (/\p{Nd}/u.test(sign) ? 'd' : LETTERS.test(sign) ? 'x' : sign)).join('');
  }
  const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
  if (lower === upper) return 'xX';
  if (word === lower) return 'x';
  if (word === upper) return [...word].length > 1 ? 'XX' : 'X1';
  const [initial = '', ...laterCharacters] = word;
  const tail = laterCharacters.join('');
  return initial === initial.toUpperCase() && tail === tail.toLowerCase() ? 'Xx' : 'xX';
}

/** A word as the vocabulary has it: by its class (number, year, hyphenated), or in lower case. */
function vocabularyFormOf(word: string): string {
  if (word.includes('-') && !word.startsWith('-')) return '!HYPHEN';
  if (DIGITS.test(word) && word.length === 4) return '!YEAR';
  return /^\p{Nd}/u.test(word) ? '!DIGITS' : word.toLowerCase();
}

/** A word as features name it: itself, or its shape if it is rare. */
const featureNameOf = (word: string, { vocabulary }: TaggerWeights): string => {
  const vocabularyForm = vocabularyFormOf(word);
  return vocabulary.has(vocabularyForm) ? vocabularyForm : `<${shapeOf(word)}>`;
};

/** The last three characters of a word. */
const endOf = (word: string): string => [...word.slice(-6)].slice(-3).join('');

/**
 * Makes the function that lists the features of the word at a position. The features decide on the tag of the word: the word, its first
 * letter, end and shape, the tags before it and the words around it. Their names are those of the tagger's weights.
 */
export function createTaggerFeatureExtractor(words: readonly string[], weights: TaggerWeights) {
  const names = words.map((word) => featureNameOf(word, weights));
  const paddedNames = ['-START2-', '-START-', ...names, '-END-', '-END2-'];
  return (position: number, previousTag: string, secondPreviousTag: string): string[] => {
    const word = words[position] ?? '';
    const [twoBefore = '', before = '', name = '', after = '', twoAfter = ''] = paddedNames.slice(
      position,
      position + 5,
    );
    return [
      'b',
      `s3=${endOf(word)}`,
      // A character has at most two UTF-16 units.
      `p1=${[...word.slice(0, 2)][0]}`,
      `w=${name}`,
      `sh=${shapeOf(word)}`,
      position === 0 ? 'i0' : 'i+',
      `t-1=${previousTag}`,
      `t-2=${secondPreviousTag}`,
      `t-12=${previousTag},${secondPreviousTag}`,
      `w-1=${before}`,
      `s3-1=${endOf(before)}`,
      `w-2=${twoBefore}`,
      `w+1=${after}`,
      `s3+1=${endOf(after)}`,
      `w+2=${twoAfter}`,
    ];
  };
}
