import { contrastRatio, MIN_CONTRAST_RATIOS } from '../contrast.ts';
import type { SceneDesign, SlideTemplate } from '../design.ts';
import { mixColors } from '../mix-colors.ts';

const isHex = (color: string): boolean => /^#[\da-f]{6}$/iu.test(color);

/** Mixes two colours; the second one where they are not both `#rrggbb`. @param share of the first one, 0–1 */
export const mixItemColors = (one: string, other: string, share: number): string =>
  isHex(one) && isHex(other) ? mixColors(other, one, share) : other;

/** The first of some colours that is readable on a ground; black or white always is. */
export const firstReadableColorOn = (
  ground: string,
  colors: readonly string[],
  least: number = MIN_CONTRAST_RATIOS.text,
): string =>
  [...colors, '#ffffff', '#000000'].find((color) => isHex(color) && contrastRatio(color, ground) >= least) ?? '#000000';

/** The most by which an accent is darkened or lightened, so that text in the colour of the page is readable on it. */
const MAX_SHADE = 0.3;

/**
 * An accent as the background of text: unchanged, or a little darker or lighter if text in the colour of the page becomes readable by that.
 */
function strongGround(accent: string, page: string): string {
  const away = contrastRatio(page, '#000000') > contrastRatio(page, '#ffffff') ? '#000000' : '#ffffff';
  for (let share = 0; share <= MAX_SHADE; share += 0.05) {
    const shade = mixItemColors(away, accent, share);
    if (contrastRatio(shade, page) >= MIN_CONTRAST_RATIOS.text) return shade;
  }
  return accent;
}

/** The look of one item: `#rrggbb`. */
export interface ItemLook {
  /** Behind its text. */
  ground: string;
  /** Colours of the title and the text. */
  title: string;
  text: string;
  /** Colour of a figure or a date. */
  strong: string;
  /** Colour of its shapes: dots, arrows, the short rule of a card. */
  accent: string;
  /** The roundel, and the icon or the letters on it. */
  roundel: { fill: string; ink: string };
  /** The line around a card; absent: none. */
  line?: string | undefined;
  /** True if the card is filled with the accent, on which no shape of it is seen. Absent: it is not. */
  isStrong?: true;
}

/** The look of the cards of a template. */
export interface CardStyle {
  /** True if cards are filled; otherwise they have a line around them. */
  isFilled: boolean;
  /** Fraction of the unit. */
  radius: number;
}

/**
 * Chooses the style of a template's cards: outlined if the template has lines between points or headings next to its lists, otherwise
 * filled.
 */
export const cardStyle = ({ marker, arrangement, panelRadius }: SlideTemplate): CardStyle => ({
  isFilled: marker.separator === undefined && arrangement.kind !== 'split',
  radius: panelRadius,
});

/**
 * The look of an item.
 * @param index of the item, for templates whose markers have several colours
 * @param ground `page`: on the background of the slide; `card`: on a card
 */
export function itemLook(
  template: SlideTemplate,
  { palette }: SceneDesign,
  index: number,
  ground: 'page' | 'card',
  isHighlighted: boolean,
): ItemLook {
  const { colors, separator } = template.marker;
  const accent = colors[index % Math.max(1, colors.length)] ?? palette.accent;
  const { isFilled } = cardStyle(template);
  const heading = palette.heading ?? palette.text;
  if (ground === 'card' && isHighlighted) {
    const strong = strongGround(accent, palette.background);
    const ink = firstReadableColorOn(strong, [palette.background, palette.text]);
    const fill = mixItemColors(ink, strong, 0.18);
    return {
      ...{ ground: strong, title: ink, text: ink, strong: ink, accent: ink },
      roundel: { fill, ink: firstReadableColorOn(fill, [ink], MIN_CONTRAST_RATIOS.graphic) },
      isStrong: true,
    };
  }
  const behind = ground === 'card' && isFilled ? palette.panel : palette.background;
  const tint = mixItemColors(accent, behind, 0.16);
  const line =
    ground === 'card' && !isFilled ? (separator ?? mixItemColors(palette.text, palette.background, 0.2)) : undefined;
  const onTint = firstReadableColorOn(tint, [accent, heading, palette.text], MIN_CONTRAST_RATIOS.graphic);
  return {
    ground: behind,
    title: firstReadableColorOn(behind, [heading, palette.text]),
    text: firstReadableColorOn(behind, [palette.muted, palette.text]),
    strong: firstReadableColorOn(behind, [accent, heading, palette.text], MIN_CONTRAST_RATIOS.graphic),
    accent,
    roundel: isHighlighted
      ? {
          fill: strongGround(accent, palette.background),
          ink: firstReadableColorOn(strongGround(accent, palette.background), [palette.background, palette.text]),
        }
      : { fill: tint, ink: onTint },
    line,
  };
}
