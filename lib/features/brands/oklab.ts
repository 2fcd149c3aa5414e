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

/** The minimum opacity of a colour; more transparent ones are left out. */
const MIN_ALPHA = 0.5;
/** The minimum chroma in OKLCH of a colour with a hue that people name; greys of user interfaces have up to 0.045. */
const MIN_VISIBLE_CHROMA = 0.055;

/** A colour of CSS Color 4 as `#rrggbb`; undefined for other texts, and for colours that are mostly transparent. */
export function parseCssColorToHex(text: string): string | undefined {
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
export const hasVisibleHue = (color: string): boolean => oklchOf(color).c >= MIN_VISIBLE_CHROMA;

/** The distance of two colours, `#rrggbb`, in OKLab: 1 for black and white; below about 0.02, colours look the same. */
export function colorDistance(first: string, second: string): number {
  const [a, b] = [toOklab(first), toOklab(second)];
  return a && b ? Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b) : 1;
}

/** Steps of lightness in which a readable colour is searched. */
const LIGHTNESS_STEP = 0.01;

/**
 * The nearest colour with the same hue and chroma that has at least the given contrast to each background. Its lightness in OKLCH is
 * changed; its chroma is changed only if sRGB has no such colour.
 * @param backgrounds `#rrggbb`, all light or all dark
 * @param minContrast 1–21
 * @returns `#rrggbb`; the colour itself if it has the contrast; black or white if no lightness has it
 */
export function nearestReadableColor(color: string, backgrounds: readonly string[], minContrast: number): string {
  const isReadable = (candidate: string): boolean =>
    backgrounds.every((background) => contrastRatio(candidate, background) >= minContrast);
  if (isReadable(color)) return color;
  const { l, c, h } = oklchOf(color);
  for (let change = LIGHTNESS_STEP; change <= 1; change += LIGHTNESS_STEP)
    for (const lightness of [l - change, l + change]) {
      if (lightness < 0 || lightness > 1) continue;
      const candidateColor = hexOfOklch({ l: lightness, c, h });
      if (isReadable(candidateColor)) return candidateColor;
    }
  const [blackContrast = 0, whiteContrast = 0] = ['#000000', '#ffffff'].map((extreme) =>
    Math.min(...backgrounds.map((background) => contrastRatio(extreme, background))),
  );
  return blackContrast >= whiteContrast ? '#000000' : '#ffffff';
}

/** The colour of text on a background: of white and black the one with more contrast; nearly black instead of black if its contrast is 4.5. */
export function textColorOn(background: string): string {
  const inks = ['#ffffff', '#101010', '#000000'];
  const [whiteContrast = 0, nearlyBlackContrast = 0, blackContrast = 0] = inks.map((ink) =>
    contrastRatio(ink, background),
  );
  if (whiteContrast >= nearlyBlackContrast) return whiteContrast >= blackContrast ? '#ffffff' : '#000000';
  return nearlyBlackContrast >= 4.5 ? '#101010' : '#000000';
}
