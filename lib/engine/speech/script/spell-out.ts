import type { SayAs } from './script.ts';

/**
 * Rewrites words so that they are spoken as `as` asks, as far as text can express it: separate signs, which every engine speaks one by one.
 */
export function spellOutText(text: string, as: SayAs | undefined): string {
  if (as === 'characters') return separateSigns(text.replace(/\s+/gu, ''));
  if (as === 'digits') return text.replace(/\d+/g, separateSigns).replace(/\s+/gu, ' ').trim();
  if (as === 'telephone') return spellTelephoneNumber(text);
  return text;
}

/** Separates the signs (graphemes) of a text by spaces. */
const separateSigns = (text: string): string =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment).join(
    ' ',
  );

/** Digits one by one, with a comma between the author's groups: a voice pauses there, as people do. */
const spellTelephoneNumber = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((group) => group !== '')
    .map((group) => group.replace(/\+?\d+/g, separateSigns))
    .join(', ');
