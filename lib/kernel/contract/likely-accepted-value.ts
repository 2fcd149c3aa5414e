import { closestMatch } from 'leven';
import { findWordBySynonym, VALUE_SYNONYMS } from './synonyms.ts';

/** Maximum length of a text that can be a misspelt value, in UTF-16 code units. */
const MAX_MISSPELT_LENGTH = 60;

/** Size in pixels, such as `1920x1080` or `1920 × 1080`. */
const SIZE = /^(\d{2,5})\s*[x×*]\s*(\d{2,5})$/i;

/** Resolution of a size in pixels: its short side, as `1080p`; undefined for a text that is not a size. */
function resolutionOf(text: string): string | undefined {
  const [, width, height] = SIZE.exec(text.trim()) ?? [];
  return width === undefined ? undefined : `${Math.min(Number(width), Number(height))}p`;
}

/** Returns the numeric option that is closest to a number; undefined if no option is a number. */
const nearestNumber = (value: number, options: readonly unknown[]): number | undefined => {
  const numbers = options.filter((option) => typeof option === 'number');
  return numbers.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value))[0];
};

/**
 * Finds the accepted value that a refused value probably stands for; undefined if none is likely. The refused value may be another word for
 * it (`16:9`: `landscape`), its size (`1920x1080`: `1080p`), a misspelling of it, or a number close to it.
 * @param options accepted values
 */
export function findLikelyAcceptedValue(value: unknown, options: readonly unknown[]): string | number | undefined {
  if (typeof value === 'boolean') return findLikelyAcceptedValue(String(value), options);
  if (typeof value === 'number')
    return nearestNumber(value, options) ?? findLikelyAcceptedValue(String(value), options);
  if (typeof value !== 'string' || value.length > MAX_MISSPELT_LENGTH || value.trim() === '') return undefined;
  const words = options.filter((option) => typeof option === 'string');
  if (words.length === 0)
    return Number.isNaN(Number.parseFloat(value)) ? undefined : nearestNumber(Number.parseFloat(value), options);
  const size = resolutionOf(value);
  if (size !== undefined && words.includes(size)) return size;
  const synonym = findWordBySynonym(VALUE_SYNONYMS, value, words);
  // Media types of other kinds of files are as close as a misspelling, so the closest one would be a guess.
  if (synonym !== undefined || value.includes('/')) return synonym;
  return closestMatch(value.toLowerCase(), words, { maxDistance: Math.floor(value.length / 3) });
}
