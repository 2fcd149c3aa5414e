import type { TaggerWeights } from '../phoneme-data.ts';

const letters = /^\p{L}+$/u;
const digits = /^\p{Nd}+$/u;

/** The shape of a word for the tagger: "Xx", "XX", "d"; for a mixed word a sign for each of its first four characters. */
function shapeOf(word: string): string {
  if (digits.test(word)) return 'd';
  if (!letters.test(word)) {
    const first = [...word].slice(0, 4);
    return first.map((sign) => (/\p{Nd}/u.test(sign) ? 'd' : letters.test(sign) ? 'x' : sign)).join('');
  }
  const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
  if (lower === upper) return 'xX';
  if (word === lower) return 'x';
  if (word === upper) return [...word].length > 1 ? 'XX' : 'X1';
  const [initial = '', ...rest] = word;
  const tail = rest.join('');
  return initial === initial.toUpperCase() && tail === tail.toLowerCase() ? 'Xx' : 'xX';
}

/** A word in the form in which neighbours count. */
function plainOf(word: string): string {
  if (word.includes('-') && !word.startsWith('-')) return '!HYPHEN';
  if (digits.test(word) && word.length === 4) return '!YEAR';
  return /^\p{Nd}/u.test(word) ? '!DIGITS' : word.toLowerCase();
}

/** A word as features name it: itself, or its shape if it is rare. */
const nameOf = (word: string, { vocabulary }: TaggerWeights): string => {
  const plain = plainOf(word);
  return vocabulary.has(plain) ? plain : `<${shapeOf(word)}>`;
};

/** The last three characters of a word. */
const endOf = (word: string): string => [...word.slice(-6)].slice(-3).join('');

/**
 * Makes the function that lists the features of the word at a position. The features decide on the tag of the word: the word, its ends and
 * shape, the tags before it and the words around it. Their names are those of the tagger's weights.
 */
export function createTaggerFeatureExtractor(words: readonly string[], data: TaggerWeights) {
  const names = words.map((word) => nameOf(word, data));
  const around = ['-START2-', '-START-', ...names, '-END-', '-END2-'];
  return (position: number, tagBefore: string, tagBeforeThat: string): string[] => {
    const word = words[position] ?? '';
    const [twoBefore = '', before = '', name = '', after = '', twoAfter = ''] = around.slice(position, position + 5);
    return [
      'b',
      ...[`s3=${endOf(word)}`, `p1=${[...word.slice(0, 2)][0]}`, `w=${name}`, `sh=${shapeOf(word)}`],
      position === 0 ? 'i0' : 'i+',
      ...[`t-1=${tagBefore}`, `t-2=${tagBeforeThat}`, `t-12=${tagBefore},${tagBeforeThat}`],
      ...[`w-1=${before}`, `s3-1=${endOf(before)}`, `w-2=${twoBefore}`],
      ...[`w+1=${after}`, `s3+1=${endOf(after)}`, `w+2=${twoAfter}`],
    ];
  };
}
