import { closestMatch } from 'leven';
import { findWordBySynonym, VALUE_SYNONYMS } from './synonyms.ts';

/** Longest text that can be a misspelt value, in characters. */
const MAX_LENGTH = 60;

/** Size in pixels, such as `1920x1080` or `1920 × 1080`. */
const SIZE = /^(\d{2,5})\s*[x×*]\s*(\d{2,5})$/i;

/** Resolution of a size in pixels: its short side, as `1080p`; undefined for a text that is not a size. */
function resolutionOf(given: string): string | undefined {
  const [, width, height] = SIZE.exec(given.trim()) ?? [];
  return width === undefined ? undefined : `${Math.min(Number(width), Number(height))}p`;
}

/** Option that is closest to a number. */
const nearNumber = (given: number, options: readonly unknown[]): number | undefined => {
  const numbers = options.filter((option) => typeof option === 'number');
  return numbers.toSorted((a, b) => Math.abs(a - given) - Math.abs(b - given))[0];
};

/**
 * Finds the accepted value that a refused value probably stands for; undefined if none is likely. The refused value may be another word for
 * it (`16:9`: `landscape`), its size (`1920x1080`: `1080p`), a misspelling of it, or a number close to it.
 * @param options accepted values
 */
export function likelyAcceptedValue(given: unknown, options: readonly unknown[]): string | number | undefined {
  if (typeof given === 'boolean') return likelyAcceptedValue(String(given), options);
  if (typeof given === 'number') return nearNumber(given, options) ?? likelyAcceptedValue(String(given), options);
  if (typeof given !== 'string' || given.length > MAX_LENGTH || given.trim() === '') return undefined;
  const words = options.filter((option) => typeof option === 'string');
  if (words.length === 0)
    return Number.isNaN(Number.parseFloat(given)) ? undefined : nearNumber(Number.parseFloat(given), options);
  const size = resolutionOf(given);
  if (size !== undefined && words.includes(size)) return size;
  const synonym = findWordBySynonym(VALUE_SYNONYMS, given, words);
  // Media types of other kinds of files are as close as a misspelling, so the closest one would be a guess.
  if (synonym !== undefined || given.includes('/')) return synonym;
  return closestMatch(given.toLowerCase(), words, { maxDistance: Math.floor(given.length / 3) });
}
