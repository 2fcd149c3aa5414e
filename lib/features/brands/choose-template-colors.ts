import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { CustomTemplateColors, TemplateFieldSource } from '#features/templates/public.ts';
import type { FoundBrandColor, FoundBrandColors } from './found-brand.ts';
import { colorDistance, hexOfOklch, nearestReadableColor, oklchOf, textColorOn } from './oklab.ts';

/** The minimum contrast of all texts and accents of a brand's template: WCAG 2.2 AA for text of any size. */
const MIN_CONTRAST = 4.5;
const WHITE = '#ffffff';
/** The minimum distance of an accent from the background, in OKLab. */
const MIN_ACCENT_DISTANCE = 0.08;
/** Change of lightness of panels, and share of the background in secondary text, in OKLCH. */
const [PANEL_STEP, MUTED_SHARE] = [0.035, 0.38];

/** The colours of a template, complete, and where each comes from. */
export interface ChosenTemplateColors {
  colors: Required<{ [Name in keyof CustomTemplateColors]: string }>;
  sources: TemplateFieldSource[];
}

type ColorField = Extract<TemplateFieldSource['field'], `colors.${string}`>;

const formatContrastRatio = (color: string, background: string): string =>
  (Math.floor(contrastRatio(color, background) * 100) / 100).toFixed(2);

/**
 * The source of a template's colour for which a colour was found, with a note on what was changed.
 * @param surface the colour of panels, if the colour is also read on them
 */
function sourceOf(
  field: ColorField,
  value: string,
  { color, where }: FoundBrandColor,
  { background, surface = background }: { background: string; surface?: string },
): TemplateFieldSource {
  if (color === value) return { field, value, note: `${where}.` };
  const onPanels = contrastRatio(color, surface) < contrastRatio(color, background);
  const [nearestBackground, backgroundName] = onPanels ? [surface, 'panels'] : [background, 'the background'];
  const note = `${where} is ${color}, with a contrast of ${formatContrastRatio(color, nearestBackground)} to ${backgroundName}; its lightness was changed to reach ${MIN_CONTRAST}.`;
  return { field, value, found: color, note };
}

/** A colour of panels: the background, a little darker on a light page and lighter on a dark one, unless text could not be read on it. */
function panelColorFor(background: string): string {
  const { l, c, h } = oklchOf(background);
  const [preferredStep, oppositeStep] = l > 0.5 ? [-PANEL_STEP, PANEL_STEP] : [PANEL_STEP, -PANEL_STEP];
  const panel = hexOfOklch({ l: l + preferredStep, c, h });
  return contrastRatio(textColorOn(background), panel) >= MIN_CONTRAST
    ? panel
    : hexOfOklch({ l: l + oppositeStep, c, h });
}

/** A colour between those of text and background, with the minimum contrast to the background. */
function mutedColorBetween(text: string, background: string): string {
  const [ink, page] = [oklchOf(text), oklchOf(background)];
  const mixedColor = hexOfOklch({ ...ink, l: ink.l + (page.l - ink.l) * MUTED_SHARE });
  return nearestReadableColor(mixedColor, [background], MIN_CONTRAST);
}

/** The accent: the first found accent that differs from the background; without one, the colour of the text. */
function chooseAccent(
  accents: readonly FoundBrandColor[],
  text: string,
  background: string,
): { value: string; source: TemplateFieldSource } {
  const accent = accents.find(({ color }) => colorDistance(color, background) >= MIN_ACCENT_DISTANCE);
  const field = 'colors.accent';
  if (!accent)
    return {
      value: text,
      source: { field, value: text, note: 'No other colour was found: emphasis has the colour of the text.' },
    };
  const value = nearestReadableColor(accent.color, [background], MIN_CONTRAST);
  return { value, source: sourceOf(field, value, accent, { background }) };
}

/**
 * Chooses the colours of a template for those of a brand. Found colours are kept as far as they are readable: each pair that appears
 * together has a contrast of at least 4.5, for which the lightness in OKLCH is changed. Missing colours are derived from the others.
 */
export function chooseTemplateColors({ background: page, text: ink, accents }: FoundBrandColors): ChosenTemplateColors {
  const background = page?.color ?? WHITE;
  const surface = panelColorFor(background);
  const text = nearestReadableColor(ink?.color ?? textColorOn(background), [background, surface], MIN_CONTRAST);
  const muted = mutedColorBetween(text, background);
  const { value: accent, source } = chooseAccent(accents, text, background);
  const on_accent = textColorOn(accent);
  return {
    colors: { background, surface, text, muted, accent, on_accent },
    sources: [
      page
        ? { field: 'colors.background', value: background, note: `${page.where}.` }
        : { field: 'colors.background', value: background, note: 'No background was found: white.' },
      { field: 'colors.surface', value: surface, note: 'The background, a little lighter or darker.' },
      ink
        ? sourceOf('colors.text', text, ink, { background, surface })
        : {
            field: 'colors.text',
            value: text,
            note: 'No text colour was found: this one is the most readable on the background.',
          },
      { field: 'colors.muted', value: muted, note: 'Between text and background, with a contrast of at least 4.5.' },
      source,
      {
        field: 'colors.on_accent',
        value: on_accent,
        note: 'The one of black and white that is read better on the accent.',
      },
    ],
  };
}
