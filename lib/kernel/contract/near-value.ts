import { closestMatch } from 'leven';
import { synonymIn, VALUE_SYNONYMS } from './synonyms.ts';

/** A longer text is no misspelt value. In characters. */
const MAX_LENGTH = 60;

/** `1920x1080`, `1920 × 1080`. */
const SIZE = /^(\d{2,5})\s*[x×*]\s*(\d{2,5})$/i;

/** The resolution of a size in pixels is that of its short side. */
function resolutionOf(given: string): string | undefined {
  const [, width, height] = SIZE.exec(given.trim()) ?? [];
  return width === undefined ? undefined : `${Math.min(Number(width), Number(height))}p`;
}

const nearNumber = (given: number, options: readonly unknown[]): number | undefined => {
  const numbers = options.filter((option) => typeof option === 'number');
  return numbers.toSorted((a, b) => Math.abs(a - given) - Math.abs(b - given))[0];
};

/**
 * The one of some values that a refused one probably stands for: another word for it (`16:9`: `landscape`), a size of it
 * (`1920x1080`: `1080p`), a misspelling of it, the nearest number; undefined where none is likely.
 * @param options the values that are taken
 */
export function nearValue(given: unknown, options: readonly unknown[]): string | number | undefined {
  if (typeof given === 'boolean') return nearValue(String(given), options);
  if (typeof given === 'number') return nearNumber(given, options) ?? nearValue(String(given), options);
  if (typeof given !== 'string' || given.length > MAX_LENGTH || given.trim() === '') return undefined;
  const words = options.filter((option) => typeof option === 'string');
  if (words.length === 0)
    return Number.isNaN(Number.parseFloat(given)) ? undefined : nearNumber(Number.parseFloat(given), options);
  const size = resolutionOf(given);
  if (size !== undefined && words.includes(size)) return size;
  const synonym = synonymIn(VALUE_SYNONYMS, given, words);
  // A media type that is misspelt and one of another kind of file differ alike.
  if (synonym !== undefined || given.includes('/')) return synonym;
  return closestMatch(given.toLowerCase(), words, { maxDistance: Math.floor(given.length / 3) });
}
