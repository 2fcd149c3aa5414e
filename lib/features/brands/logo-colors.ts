import { contrastRatio } from '#engine/video/drawing/contrast.ts';
import type { FoundBrandColor, FoundBrandColors, FoundLogo } from './found-brand.ts';
import { colorDistance, hasVisibleHue, oklchOf } from './oklab.ts';

/** The lightness in OKLCH from which a border is the paper of a logo, and the one below which it is dark paper. */
const [MIN_LIGHT_PAPER, MAX_DARK_PAPER] = [0.9, 0.25];
/** The share of a logo's inks that must differ from a background, and their contrast to it, so that the logo is visible there. */
const [MIN_VISIBLE_SHARE, MIN_VISIBLE_CONTRAST] = [0.2, 1.5];
/** The share that is always enough for a logo with an opaque border: thin letters on paper. */
const MAX_NEEDED_SHARE_WITH_BORDER = 0.02;
/** The minimum contrast of text in the darkest colour of a logo: WCAG 2.2 AAA. */
const MIN_TEXT_CONTRAST = 7;
/** Background of logos that cannot be seen on white. */
const DARK_PAGE = '#14161a';
const WHITE = '#ffffff';
/** The distance in OKLab below which a colour of the logo counts as the colour of its border. */
const SAME_COLOR_DISTANCE = 0.06;

/** The colours of a logo without that of its border, if the border is paper. */
const inksOf = ({ palette, edge }: Pick<FoundLogo, 'palette' | 'edge'>): FoundLogo['palette'] =>
  edge === undefined || !isPaper(edge)
    ? palette
    : palette.filter(({ color }) => colorDistance(color, edge) >= SAME_COLOR_DISTANCE);

/** Reports whether the colour of a border is light or dark enough to be the paper of the logo. */
const isPaper = (edge: string): boolean => oklchOf(edge).l >= MIN_LIGHT_PAPER || oklchOf(edge).l <= MAX_DARK_PAPER;

/**
 * Reports whether a logo can be seen on a background: whether a fifth of its inks has enough contrast. For a logo with an opaque border, a
 * fiftieth of its pixels is enough, and a border of another colour counts.
 * @param background `#rrggbb`
 */
export function isLogoVisibleOn(logo: Pick<FoundLogo, 'palette' | 'edge'>, background: string): boolean {
  const visibleShare = logo.palette
    .filter(({ color }) => contrastRatio(color, background) >= MIN_VISIBLE_CONTRAST)
    .reduce((sum, { share }) => sum + share, 0);
  const inkShare = inksOf(logo).reduce((sum, { share }) => sum + share, 0);
  return logo.edge === undefined
    ? visibleShare >= MIN_VISIBLE_SHARE * inkShare
    : visibleShare >= Math.min(MAX_NEEDED_SHARE_WITH_BORDER, MIN_VISIBLE_SHARE * inkShare);
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
    .toSorted((a, b) => weight(b) - weight(a))
    .map(({ color }): FoundBrandColor => ({ color, where }));
  const background: FoundBrandColor =
    edge !== undefined && isPaper(edge)
      ? { color: edge, where: 'The border of the logo' }
      : isLogoVisibleOn(logo, WHITE)
        ? { color: WHITE, where: 'White, on which the logo is seen' }
        : { color: DARK_PAGE, where: 'A dark colour: the logo cannot be seen on white' };
  const [darkestInk] = inks.toSorted((a, b) => oklchOf(a.color).l - oklchOf(b.color).l);
  const text =
    darkestInk && contrastRatio(darkestInk.color, background.color) >= MIN_TEXT_CONTRAST
      ? { color: darkestInk.color, where }
      : undefined;
  return { background, text, accents };
}
