import { contrastRatio, relativeLuminance } from '#engine/video/drawing/contrast.ts';
import type { ImageTreatment, PhotographTreatment, SlideTemplate } from '#engine/video/drawing/design.ts';
import { mixColors } from '#engine/video/drawing/mix-colors.ts';

/** The minimum contrast of the two colours of a duotone: with less, photographs become flat. */
const MIN_CONTRAST_OF_ENDS = 9;
/** The maximum contrast of a tint to white, by which a photograph becomes darker. */
const MAX_TINT_CONTRAST = 1.6;
/** The number of mixes on the way from one colour to another. */
const MIX_STEPS = 24;

/** The first mix on the way from one colour to another that is sufficient; the second colour if none is. */
function firstMix(from: string, to: string, isEnough: (color: string) => boolean): string {
  const mixes = Array.from({ length: MIX_STEPS }, (_, step) => mixColors(from, to, step / MIX_STEPS));
  return mixes.find(isEnough) ?? to;
}

/** A duotone of two colours, the darker one first. They are moved towards black and white as far as photographs need it. */
export function readableDuotoneOf(first: string, second: string): PhotographTreatment {
  const [darker = first, lighter = second] = [first, second].sort(
    (a, b) => relativeLuminance(a) - relativeLuminance(b),
  );
  const dark = firstMix(darker, '#000000', (color) => contrastRatio(color, lighter) >= MIN_CONTRAST_OF_ENDS);
  return {
    kind: 'duotone',
    dark,
    light: firstMix(lighter, '#ffffff', (color) => contrastRatio(dark, color) >= MIN_CONTRAST_OF_ENDS),
  };
}

/** A tint in the hue of a colour, as strong as photographs can bear. */
const tintOf = (color: string): PhotographTreatment => ({
  kind: 'tint',
  color: firstMix(color, '#ffffff', (mixedColor) => contrastRatio(mixedColor, '#ffffff') <= MAX_TINT_CONTRAST),
});

/** The name of the treatment of photographs in a design. */
export const photographTreatmentOf = ({ photographs }: Pick<SlideTemplate, 'photographs'>): ImageTreatment =>
  photographs?.kind ?? 'none';

/**
 * The colours of photographs in a design, by the name of their treatment: from its page and accent, unless the treatment of the design has
 * that name. {} for `none`.
 */
export function photographColorsOf(
  design: Pick<SlideTemplate, 'photographs' | 'scenes'>,
  treatment: ImageTreatment,
): Pick<SlideTemplate, 'photographs'> {
  if (treatment === 'none') return {};
  if (design.photographs?.kind === treatment) return { photographs: design.photographs };
  const { accent, background } = design.scenes.content.palette;
  return { photographs: treatment === 'tint' ? tintOf(accent) : readableDuotoneOf(accent, background) };
}
