import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { CustomTemplateColors, TemplateFieldSource } from '#features/templates/public.ts';
import type { FoundBrandColor, FoundBrandColors } from './found-brand.ts';
import { colorDistance, hexOfOklch, nearestReadableColor, oklchOf, textColorOn } from './oklab.ts';

/** Contrast that all texts and accents of a template of a brand have: WCAG 2.2 AA for text of any size. */
const CONTRAST = 4.5;
const WHITE = '#ffffff';
/** The least distance in OKLab from the background that an accent has. */
const MIN_DISTANCE = 0.08;
/** Change of lightness of panels, and share of the background in secondary text, in OKLCH. */
const [PANEL_STEP, MUTED_SHARE] = [0.035, 0.38];

/** The colours of a template, complete, and where each comes from. */
export interface ChosenTemplateColors {
  colors: Required<{ [Name in keyof CustomTemplateColors]: string }>;
  sources: TemplateFieldSource[];
}

type ColorField = Extract<TemplateFieldSource['field'], `colors.${string}`>;

const ratioOf = (one: string, other: string): string => (Math.floor(contrastRatio(one, other) * 100) / 100).toFixed(2);

/** The origin of a colour that was found, with its changes. @param on the background on which it is read */
function sourceOf(
  field: ColorField,
  value: string,
  { color, where }: FoundBrandColor,
  { background, surface = background }: { background: string; surface?: string },
): TemplateFieldSource {
  if (color === value) return { field, value, note: `${where}.` };
  const onPanels = contrastRatio(color, surface) < contrastRatio(color, background);
  const [ground, name] = onPanels ? [surface, 'panels'] : [background, 'the background'];
  const note = `${where} is ${color}, with a contrast of ${ratioOf(color, ground)} to ${name}; its lightness was changed to reach ${CONTRAST}.`;
  return { field, value, found: color, note };
}

/** A colour of panels: the background, a little darker on a light page and lighter on a dark one, unless text were not read on it. */
function panelOf(background: string): string {
  const { l, c, h } = oklchOf(background);
  const [usual, other] = l > 0.5 ? [-PANEL_STEP, PANEL_STEP] : [PANEL_STEP, -PANEL_STEP];
  const panel = hexOfOklch({ l: l + usual, c, h });
  return contrastRatio(textColorOn(background), panel) >= CONTRAST ? panel : hexOfOklch({ l: l + other, c, h });
}

/** A colour between text and background that can be read on it. */
function mutedOf(text: string, background: string): string {
  const [ink, page] = [oklchOf(text), oklchOf(background)];
  const mixed = hexOfOklch({ ...ink, l: ink.l + (page.l - ink.l) * MUTED_SHARE });
  return nearestReadableColor(mixed, [background], CONTRAST);
}

/** The accent: the best colour that differs from the background; else the colour of the text. */
function accentOf(
  accents: readonly FoundBrandColor[],
  text: string,
  background: string,
): { value: string; source: TemplateFieldSource } {
  const found = accents.find(({ color }) => colorDistance(color, background) >= MIN_DISTANCE);
  const field = 'colors.accent';
  if (!found)
    return {
      value: text,
      source: { field, value: text, note: 'No other colour was found: emphasis has the colour of the text.' },
    };
  const value = nearestReadableColor(found.color, [background], CONTRAST);
  return { value, source: sourceOf(field, value, found, { background }) };
}

/**
 * Chooses the colours of a template for those of a brand. Found colours are kept as far as they are readable: each pair that appears
 * together has a contrast of at least 4.5, for which the lightness in OKLCH is changed. Missing colours are derived from the others.
 */
export function chooseTemplateColors({ background: page, text: ink, accents }: FoundBrandColors): ChosenTemplateColors {
  const background = page?.color ?? WHITE;
  const surface = panelOf(background);
  const text = nearestReadableColor(ink?.color ?? textColorOn(background), [background, surface], CONTRAST);
  const muted = mutedOf(text, background);
  const { value: accent, source } = accentOf(accents, text, background);
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
