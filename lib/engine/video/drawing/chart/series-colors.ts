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
/** Every second series is lighter or darker by this, so that neighbours also differ without colours. */
const LIGHTNESS_STEP = 0.11;
const CHROMA = { least: 0.085, most: 0.16 };
const LIGHTNESS_NUDGE = 0.02;
/** Degrees by which the hues of each further round are shifted, and the smallest distance to a used hue. */
const ROUND_SHIFT = 28;
const MIN_HUE_DISTANCE = 24;
const MAX_ROUNDS = 6;

const wrapped = (hue: number): number => ((hue % 360) + 360) % 360;

const hueDistance = (one: number, other: number): number => 180 - Math.abs(180 - wrapped(one - other));

/** The colour as `#rrggbb`, moved away from the background until it can be seen on it. */
function visible(color: Oklch, background: string): string {
  const isLight = (toOklch(background)?.l ?? 1) > 0.5;
  for (let l = color.l; l > 0 && l < 1; l += isLight ? -LIGHTNESS_NUDGE : LIGHTNESS_NUDGE) {
    const hex = formatHex(clampChroma({ ...color, l }, 'oklch'));
    if (wcagContrast(hex, background) >= MIN_CONTRAST) return hex;
  }
  return isLight ? '#000000' : '#ffffff';
}

/** Colourfulness of muted series, and by how much they differ in lightness one after another. */
const MUTED = { chroma: 0.012, steps: [0, 0.1, 0.05] } as const;

/** Grey colours for `count` series that are not highlighted, with a contrast of 3 : 1 to the background, or little more. `#rrggbb`. */
export function mutedSeriesColors(background: string, count: number): string[] {
  const ground = toOklch(background) ?? { mode: 'oklch' as const, l: 1, c: 0, h: 0 };
  const away = ground.l > 0.5 ? -1 : 1;
  const grey: Oklch = { mode: 'oklch', l: ground.l, c: MUTED.chroma, h: ground.h ?? 255 };
  const faintest = toOklch(visible(grey, background)) ?? grey;
  return Array.from({ length: count }, (_, i) => {
    const l = faintest.l + away * (MUTED.steps[i % MUTED.steps.length] ?? 0);
    return visible({ ...faintest, l: Math.min(0.99, Math.max(0.01, l)) }, background);
  });
}

/** Colours of less chroma are greys: only their lightness differs. */
const GREY_CHROMA = 0.04;

/** The colours of a template that differ clearly: of two greys with little contrast to one another, the first. */
function distinct(colors: readonly Oklch[], background: string): Oklch[] {
  const kept: Oklch[] = [];
  const isLike = (one: Oklch, other: Oklch): boolean =>
    Math.max(one.c, other.c) < GREY_CHROMA &&
    wcagContrast(visible(one, background), visible(other, background)) < MIN_CONTRAST;
  for (const color of colors) if (!kept.some((other) => isLike(color, other))) kept.push(color);
  return kept;
}

/** Black or white, whichever is read better on a colour; `#rrggbb`. */
export const readableInkOn = (color: string): `#${string}` =>
  wcagContrast('#000000', color) >= wcagContrast('#ffffff', color) ? '#000000' : '#ffffff';

/**
 * Colours of series, or of slices: those of the template first, then others next to them, all with a contrast of at least
 * 3 : 1 to the background. `own` are the template's colours, the accent first; `#rrggbb`.
 */
export function seriesColors(own: readonly string[], background: string, count: number): string[] {
  const [accent = '#3366cc'] = own;
  const base = toOklch(accent) ?? { mode: 'oklch' as const, l: 0.55, c: 0.13, h: 260 };
  const hue = base.h ?? 255;
  const chroma = Math.min(Math.max(base.c, CHROMA.least), CHROMA.most);
  const all = [...new Set(own)].flatMap((color) => toOklch(color) ?? []);
  const given = distinct(all, background).slice(0, count);
  const hues = given.map(({ h }) => h ?? hue);
  const colors = given.map((color) => visible(color, background));
  for (let turned = 0; colors.length < count; turned++) {
    const round = Math.floor(turned / HUE_STEPS.length);
    const next = wrapped(hue + (HUE_STEPS[turned % HUE_STEPS.length] ?? 0) + round * ROUND_SHIFT);
    if (round < MAX_ROUNDS && hues.some((used) => hueDistance(used, next) < MIN_HUE_DISTANCE / (round + 1))) continue;
    const isShifted = colors.length % 2 === 1;
    const shift =
      (isShifted ? (base.l > 0.6 ? -LIGHTNESS_STEP : LIGHTNESS_STEP) : 0) + (round % 2 === 0 ? 0 : LIGHTNESS_STEP / 2);
    colors.push(visible({ mode: 'oklch', l: base.l + shift, c: chroma, h: next }, background));
    hues.push(next);
  }
  return colors;
}
