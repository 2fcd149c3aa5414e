import {
  clampChroma,
  converter,
  formatHex,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeP3,
  modeRgb,
  type Oklch,
  parse,
  useMode,
} from 'culori/fn';
import { contrastRatio } from '#engine/video/drawing/contrast.ts';

for (const mode of [modeRgb, modeLrgb, modeHsl, modeHwb, modeLab, modeLch, modeP3]) useMode(mode as typeof modeRgb);
useMode(modeOklab);
useMode(modeOklch);
const toOklch = converter('oklch');
const toOklab = converter('oklab');

/** Least opacity of a colour that counts as one. */
const MIN_ALPHA = 0.5;
/** Chroma in OKLCH above which a colour has a hue that people name; greys of user interfaces have up to 0.045. */
const COLOURFUL = 0.055;

/** A colour of CSS Color 4 as `#rrggbb`; undefined for other texts, and for colours that are mostly transparent. */
export function parseCssColor(text: string): string | undefined {
  const color = parse(text.trim());
  if (!color || (color.alpha ?? 1) < MIN_ALPHA) return undefined;
  const inGamut = clampChroma(color, 'oklch', 'rgb');
  return formatHex({ ...inGamut, alpha: 1 });
}

/** A colour in OKLCH: lightness 0–1, chroma 0–0.4, hue in degrees (0 for greys). @param color `#rrggbb` */
export function oklchOf(color: string): { l: number; c: number; h: number } {
  const { l, c, h = 0 } = toOklch(color) ?? { l: 0, c: 0 };
  return { l, c, h };
}

/** A colour of OKLCH as `#rrggbb`; its chroma is reduced until sRGB has it. */
export const hexOfOklch = (color: Omit<Oklch, 'mode'>): string =>
  formatHex(clampChroma({ ...color, mode: 'oklch' }, 'oklch'));

/** Reports whether people see a hue in a colour, `#rrggbb`. */
export const hasVisibleHue = (color: string): boolean => oklchOf(color).c >= COLOURFUL;

/** The distance of two colours in OKLab; black and white have 1, and colours below about 0.02 look the same. */
export function colorDistance(one: string, other: string): number {
  const [a, b] = [toOklab(one), toOklab(other)];
  return a && b ? Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b) : 1;
}

/** Steps of lightness in which a readable colour is searched. */
const STEP = 0.01;

/**
 * The nearest colour with the same hue and chroma that has at least the given contrast to each background. Its lightness in OKLCH is
 * changed; its chroma is changed only if sRGB has no such colour.
 * @param on backgrounds, `#rrggbb`, all light or all dark
 * @param ratio 1–21
 * @returns `#rrggbb`; the colour itself if it has the contrast; black or white if no lightness has it
 */
export function nearestReadableColor(color: string, on: readonly string[], ratio: number): string {
  const isReadable = (candidate: string): boolean =>
    on.every((background) => contrastRatio(candidate, background) >= ratio);
  if (isReadable(color)) return color;
  const { l, c, h } = oklchOf(color);
  for (let change = STEP; change <= 1; change += STEP)
    for (const lightness of [l - change, l + change]) {
      if (lightness < 0 || lightness > 1) continue;
      const moved = hexOfOklch({ l: lightness, c, h });
      if (isReadable(moved)) return moved;
    }
  const [black, white] = ['#000000', '#ffffff'].map((end) =>
    Math.min(...on.map((ground) => contrastRatio(end, ground))),
  );
  return (black ?? 0) >= (white ?? 0) ? '#000000' : '#ffffff';
}

/** Black, nearly black or white, whichever suits as text on a colour: nearly black only where it can be read. */
export function textColorOn(background: string): string {
  const inks = ['#ffffff', '#101010', '#000000'];
  const [white = 0, soft = 0, black = 0] = inks.map((ink) => contrastRatio(ink, background));
  if (white >= soft) return white >= black ? '#ffffff' : '#000000';
  return soft >= 4.5 ? '#101010' : '#000000';
}
