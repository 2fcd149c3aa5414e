import type { SayAs } from './script.ts';

/** Words as `as` has them said, as far as that can be written: signs apart, so that every engine says them one by one. */
export function spellOut(text: string, as: SayAs | undefined): string {
  if (as === 'characters') return signs(text.replace(/\s+/gu, ''));
  if (as === 'digits') return text.replace(/\d+/g, signs).replace(/\s+/gu, ' ').trim();
  if (as === 'telephone') return telephone(text);
  return text;
}

const signs = (text: string): string =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment).join(
    ' ',
  );

/** Digits one by one, with a comma where the author parted them: there a voice rests, as people do. */
const telephone = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((group) => group !== '')
    .map((group) => group.replace(/\+?\d+/g, signs))
    .join(', ');
