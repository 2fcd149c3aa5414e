import { expect, it } from 'vitest';
import { mostSimilarTypeface } from '#features/brands/typeface-like.ts';

it.each([
  ['Calibri', 'sans'],
  ['Arial', 'sans'],
  [' aptos display ', 'sans'],
  ['Times New Roman', 'serif'],
  ['Cambria', 'serif'],
  ['Georgia', 'serif'],
  ['Garamond', 'serif'],
  ['Source Serif Pro', 'serif'],
  ['Bodoni MT', 'playfair'],
  ['Consolas', 'mono'],
  ['Fira Code', 'mono'],
  ['Century Gothic', 'outfit'],
  ['Quicksand', 'nunito'],
  ['Fredoka', 'fredoka'],
  ['ATKINSON HYPERLEGIBLE', 'atkinson'],
  ['Space Grotesk', 'space_grotesk'],
  ['A font that no one knows', 'sans'],
  ['Unknown Mono', 'mono'],
])('%s is drawn as %s', (name, typeface) => {
  expect(mostSimilarTypeface(name)).toBe(typeface);
});
