import { contrastOf } from '#engine/video/drawing/contrast.ts';
import { type ColorName, wholeColors } from './custom-colors.ts';
import type { CustomTemplate } from './custom-template.ts';
import { requireTemplate } from './template.ts';

/** WCAG 2.2, success criterion 1.4.3 (AA): text, and text of at least 24 pixels on a page of usual size. */
const NORMAL = 4.5;
const LARGE = 3;

/** Pairs of colours that appear together: points and the footer are small, titles and the one large number are not. */
const PAIRS: readonly { pair: readonly [ColorName, ColorName]; least: number }[] = [
  { pair: ['text', 'background'], least: NORMAL },
  { pair: ['muted', 'background'], least: NORMAL },
  { pair: ['text', 'surface'], least: NORMAL },
  { pair: ['accent', 'background'], least: LARGE },
  { pair: ['on_accent', 'accent'], least: LARGE },
];

/** Contrast of a pair of colours. */
export interface ColorContrast {
  /** Foreground and background. */
  pair: [ColorName, ColorName];
  /** 1 to 21, in hundredths, rounded down. */
  ratio: number;
  passes: boolean;
}

/** The contrast of the colours that a template draws with, its base's where it chooses none. */
export function contrastOfColors({ base, colors }: Pick<CustomTemplate, 'base' | 'colors'>): ColorContrast[] {
  const whole = wholeColors(requireTemplate(base), colors);
  return PAIRS.map(({ pair: [front, back], least }) => {
    const ratio = contrastOf(whole[front], whole[back]);
    return { pair: [front, back], ratio: Math.floor(ratio * 100) / 100, passes: ratio >= least };
  });
}
