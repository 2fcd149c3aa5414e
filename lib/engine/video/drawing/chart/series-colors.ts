import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
} from 'culori/fn';

useMode(modeRgb);
useMode(modeLrgb);
useMode(modeOklch);
const toOklch = converter('oklch');

/** Contrast that a graphic needs to be seen (WCAG 2.2, 1.4.11). */
const MIN_CONTRAST = 3;
/** Hues of series relative to the hue of the accent, in degrees, ordered so that neighbours differ clearly. */
const HUE_STEPS = [0, 165, 60, 235, 300, 110];
/** Every second series is lighter or darker by this (OKLCH), so that neighbours also differ without colours. */
const LIGHTNESS_STEP = 0.11;
/** Bounds of the chroma (OKLCH) of colours that are added to those of the template. */
const CHROMA = { min: 0.085, max: 0.16 };
/** Step of lightness (OKLCH) in which a colour is moved away from its background. */
const LIGHTNESS_NUDGE = 0.02;
/** Degrees by which the hues of each further round of HUE_STEPS are shifted. */
const ROUND_SHIFT = 28;
/** The smallest distance to a used hue in the first round, in degrees; in round n it is divided by n. */
const MIN_HUE_DISTANCE = 24;
/** Rounds after which hues are used again. */
const MAX_ROUNDS = 6;

const wrapHue = (hue: number): number => ((hue % 360) + 360) % 360;

const hueDistance = (firstHue: number, secondHue: number): number =>
  180 - Math.abs(180 - wrapHue(firstHue - secondHue));

/** The colour as `#rrggbb`, made darker or lighter until it has the contrast to the background that a graphic needs. */
function toVisibleHex(color: Oklch, background: string): string {
  const isLight = (toOklch(background)?.l ?? 1) > 0.5;
  for (let l = color.l; l > 0 && l < 1; l += isLight ? -LIGHTNESS_NUDGE : LIGHTNESS_NUDGE) {
    const hex = formatHex(clampChroma({ ...color, l }, 'oklch'));
    if (wcagContrast(hex, background) >= MIN_CONTRAST) return hex;
  }
  return isLight ? '#000000' : '#ffffff';
}

/** Chroma of muted series, and by how much each is farther from the background in lightness than the faintest one; in turn (OKLCH). */
const MUTED = { chroma: 0.012, steps: [0, 0.1, 0.05] } as const;

/** Grey colours for `count` series that are not highlighted, with a contrast of 3 : 1 to the background, or little more. `#rrggbb`. */
export function mutedSeriesColors(background: string, count: number): string[] {
  const backgroundColor = toOklch(background) ?? { mode: 'oklch' as const, l: 1, c: 0, h: 0 };
  const lightnessSign = backgroundColor.l > 0.5 ? -1 : 1;
  const grey: Oklch = { mode: 'oklch', l: backgroundColor.l, c: MUTED.chroma, h: backgroundColor.h ?? 255 };
  const faintest = toOklch(toVisibleHex(grey, background)) ?? grey;
  return Array.from({ length: count }, (_, i) => {
    const lightness = faintest.l + lightnessSign * (MUTED.steps[i % MUTED.steps.length] ?? 0);
    return toVisibleHex({ ...faintest, l: Math.min(0.99, Math.max(0.01, lightness)) }, background);
  });
}

/** Colours of less chroma (OKLCH) count as greys: only their lightness differs. */
const GREY_CHROMA = 0.04;

/** The colours of a template without greys that have little contrast to an earlier grey. */
function withoutSimilarGreys(colors: readonly Oklch[], background: string): Oklch[] {
  const keptColors: Oklch[] = [];
  const areSimilarGreys = (first: Oklch, second: Oklch): boolean =>
    Math.max(first.c, second.c) < GREY_CHROMA &&
    wcagContrast(toVisibleHex(first, background), toVisibleHex(second, background)) < MIN_CONTRAST;
  for (const color of colors)
    if (!keptColors.some((keptColor) => areSimilarGreys(color, keptColor))) keptColors.push(color);
  return keptColors;
}

/** Black or white, whichever has more contrast to a colour; `#rrggbb`. */
export const readableInkOn = (color: string): `#${string}` =>
  wcagContrast('#000000', color) >= wcagContrast('#ffffff', color) ? '#000000' : '#ffffff';

/**
 * Colours of series, or of slices, `#rrggbb`: those of the template first, then others with hues between them, all with a contrast of at
 * least 3 : 1 to the background.
 * @param templateColors `#rrggbb`, the accent first
 * @param count number of colours
 */
export function seriesColors(templateColors: readonly string[], background: string, count: number): string[] {
  const [accent = '#3366cc'] = templateColors;
  const base = toOklch(accent) ?? { mode: 'oklch' as const, l: 0.55, c: 0.13, h: 260 };
  const hue = base.h ?? 255;
  const chroma = Math.min(Math.max(base.c, CHROMA.min), CHROMA.max);
  const oklchColors = [...new Set(templateColors)].flatMap((color) => toOklch(color) ?? []);
  const ownColors = withoutSimilarGreys(oklchColors, background).slice(0, count);
  const hues = ownColors.map(({ h }) => h ?? hue);
  const colors = ownColors.map((color) => toVisibleHex(color, background));
  for (let hueIndex = 0; colors.length < count; hueIndex++) {
    const round = Math.floor(hueIndex / HUE_STEPS.length);
    const newHue = wrapHue(hue + (HUE_STEPS[hueIndex % HUE_STEPS.length] ?? 0) + round * ROUND_SHIFT);
    if (round < MAX_ROUNDS && hues.some((usedHue) => hueDistance(usedHue, newHue) < MIN_HUE_DISTANCE / (round + 1)))
      continue;
    const hasLightnessStep = colors.length % 2 === 1;
    const lightnessShift =
      (hasLightnessStep ? (base.l > 0.6 ? -LIGHTNESS_STEP : LIGHTNESS_STEP) : 0) +
      (round % 2 === 0 ? 0 : LIGHTNESS_STEP / 2);
    colors.push(toVisibleHex({ mode: 'oklch', l: base.l + lightnessShift, c: chroma, h: newHue }, background));
    hues.push(newHue);
  }
  return colors;
}
