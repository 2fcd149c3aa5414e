import { contrastOf } from '#engine/video/drawing/contrast.ts';
import { type ColorName, wholeColors } from './custom-colors.ts';
import type { CustomTemplate } from './custom-template.ts';
import { requireTemplate } from './template.ts';

/** Least contrast of text and of large text (at least 24 CSS pixels), by WCAG 2.2, success criterion 1.4.3 (AA). */
const NORMAL = 4.5;
const LARGE = 3;

/** Pairs of colours that appear together, with their least contrast: points and the footer are small, titles and large numbers are not. */
const PAIRS: readonly { pair: readonly [ColorName, ColorName]; least: number }[] = [
  { pair: ['text', 'background'], least: NORMAL },
  { pair: ['muted', 'background'], least: NORMAL },
  { pair: ['text', 'surface'], least: NORMAL },
  { pair: ['accent', 'background'], least: LARGE },
  { pair: ['on_accent', 'accent'], least: LARGE },
];

/** The contrast of a pair of colours. */
export interface ColorContrast {
  /** Foreground and background. */
  pair: [ColorName, ColorName];
  /** 1 to 21, rounded down to hundredths. */
  ratio: number;
  passes: boolean;
}

/** The contrasts of a template's colours, with those of its base where it has none. */
export function contrastOfColors({ base, colors }: Pick<CustomTemplate, 'base' | 'colors'>): ColorContrast[] {
  const whole = wholeColors(requireTemplate(base), colors);
  return PAIRS.map(({ pair: [front, back], least }) => {
    const ratio = contrastOf(whole[front], whole[back]);
    return { pair: [front, back], ratio: Math.floor(ratio * 100) / 100, passes: ratio >= least };
  });
}
