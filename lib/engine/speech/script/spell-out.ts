import type { SayAs } from './script.ts';

/**
 * Rewrites words so that they are spoken as `as` asks, as far as text can express it: separate signs, which every engine speaks one by one.
 */
export function spellOutText(text: string, as: SayAs | undefined): string {
  if (as === 'characters') return signs(text.replace(/\s+/gu, ''));
  if (as === 'digits') return text.replace(/\d+/g, signs).replace(/\s+/gu, ' ').trim();
  if (as === 'telephone') return telephone(text);
  return text;
}

const signs = (text: string): string =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment).join(
    ' ',
  );

/** Digits one by one, with a comma between the author's groups: a voice pauses there, as people do. */
const telephone = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((group) => group !== '')
    .map((group) => group.replace(/\+?\d+/g, signs))
    .join(', ');
