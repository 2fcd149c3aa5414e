import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { FoundBrandColor, FoundBrandColors, FoundLogo } from './found-brand.ts';
import { colorDistance, hasVisibleHue, oklchOf } from './oklab.ts';

/** The lightness in OKLCH from which a border is the paper of a logo, and the one below which it is dark paper. */
const [LIGHT, DARK] = [0.9, 0.25];
/** Share of the visible pixels that must differ from a background, and their contrast to it, so that a logo is seen there. */
const [SEEN_SHARE, SEEN_CONTRAST] = [0.2, 1.5];
/** Background of logos that cannot be seen on white. */
const DARK_PAGE = '#14161a';
const WHITE = '#ffffff';
/** The distance in OKLab below which a colour of the logo counts as the colour of its border. */
const SAME = 0.06;

/** The colours of a logo without that of its border, the paper. */
const inksOf = ({ palette, edge }: Pick<FoundLogo, 'palette' | 'edge'>): FoundLogo['palette'] =>
  edge === undefined || !isPaper(edge) ? palette : palette.filter(({ color }) => colorDistance(color, edge) >= SAME);

const isPaper = (edge: string): boolean => oklchOf(edge).l >= LIGHT || oklchOf(edge).l <= DARK;

/** Reports whether a logo can be seen on a background, `#rrggbb`. One with a border in another colour always can. */
export function isLogoVisibleOn(logo: Pick<FoundLogo, 'palette' | 'edge'>, background: string): boolean {
  const seen = logo.palette
    .filter(({ color }) => contrastRatio(color, background) >= SEEN_CONTRAST)
    .reduce((sum, { share }) => sum + share, 0);
  const all = inksOf(logo).reduce((sum, { share }) => sum + share, 0);
  return logo.edge === undefined ? seen >= SEEN_SHARE * all : seen >= Math.min(0.02, SEEN_SHARE * all);
}

/**
 * The colours of a brand in its logo: its paper, or a background on which it is visible, and the colours with a hue, strong and frequent
 * ones first. Its darkest colour is used for text, if it is dark enough.
 */
export function brandColorsOfLogo(logo: Pick<FoundLogo, 'palette' | 'edge' | 'where'>): FoundBrandColors {
  const { edge } = logo;
  const where = `A colour of ${logo.where[0]?.toLowerCase() ?? ''}${logo.where.slice(1)}`;
  const inks = inksOf(logo);
  const weight = ({ color, share }: { color: string; share: number }): number => oklchOf(color).c * Math.sqrt(share);
  const accents = inks
    .filter(({ color }) => hasVisibleHue(color))
    .toSorted((one, other) => weight(other) - weight(one))
    .map(({ color }): FoundBrandColor => ({ color, where }));
  const background: FoundBrandColor =
    edge !== undefined && isPaper(edge)
      ? { color: edge, where: 'The border of the logo' }
      : isLogoVisibleOn(logo, WHITE)
        ? { color: WHITE, where: 'White, on which the logo is seen' }
        : { color: DARK_PAGE, where: 'A dark colour: the logo cannot be seen on white' };
  const [darkest] = inks.toSorted((one, other) => oklchOf(one.color).l - oklchOf(other.color).l);
  const text =
    darkest && contrastRatio(darkest.color, background.color) >= 7 ? { color: darkest.color, where } : undefined;
  return { background, text, accents };
}
