import { contrastRatio, MIN_CONTRAST_RATIOS } from '#engine/video/drawing/contrast.ts';
import { requireBuiltInTemplate } from './built-in-templates.ts';
import { completeTemplateColors, type TemplateColorName } from './custom-colors.ts';
import type { CustomTemplate } from './custom-template.ts';

/** Pairs of colours that appear together, with their minimum contrast: points and the footer are small, titles and large numbers are not. */
const COLOR_PAIRS: readonly { pair: readonly [TemplateColorName, TemplateColorName]; minRatio: number }[] = [
  { pair: ['text', 'background'], minRatio: MIN_CONTRAST_RATIOS.text },
  { pair: ['muted', 'background'], minRatio: MIN_CONTRAST_RATIOS.text },
  { pair: ['text', 'surface'], minRatio: MIN_CONTRAST_RATIOS.text },
  { pair: ['accent', 'background'], minRatio: MIN_CONTRAST_RATIOS.graphic },
  { pair: ['on_accent', 'accent'], minRatio: MIN_CONTRAST_RATIOS.graphic },
];

/** The contrast of a pair of colours. */
export interface ColorContrast {
  /** Foreground and background. */
  pair: [TemplateColorName, TemplateColorName];
  /** 1 to 21, rounded down to hundredths. */
  ratio: number;
  passes: boolean;
}

/** The contrasts of a template's colours; the colours of its base are used where it has none. */
export function contrastsOfTemplateColors({ base, colors }: Pick<CustomTemplate, 'base' | 'colors'>): ColorContrast[] {
  const completeColors = completeTemplateColors(requireBuiltInTemplate(base), colors);
  return COLOR_PAIRS.map(({ pair: [foreground, background], minRatio }) => {
    const ratio = contrastRatio(completeColors[foreground], completeColors[background]);
    return { pair: [foreground, background], ratio: Math.floor(ratio * 100) / 100, passes: ratio >= minRatio };
  });
}
