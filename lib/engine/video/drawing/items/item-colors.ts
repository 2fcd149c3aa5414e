import { contrastRatio, MIN_CONTRAST_RATIOS } from '../contrast.ts';
import type { SceneDesign, SlideTemplate } from '../design.ts';
import { mixColors } from '../mix-colors.ts';

/** Reports whether a CSS colour is `#rrggbb`. */
const isHex = (color: string): boolean => /^#[\da-f]{6}$/iu.test(color);

/** Mixes two colours; returns the second one if they are not both `#rrggbb`. @param share of the first one, 0–1 */
export const mixColorsIfHex = (firstColor: string, secondColor: string, share: number): string =>
  isHex(firstColor) && isHex(secondColor) ? mixColors(secondColor, firstColor, share) : secondColor;

/** The first colour that is readable on a background; if none is, white or black. @param minContrast ratio of WCAG */
export const firstReadableColorOn = (
  background: string,
  colors: readonly string[],
  minContrast: number = MIN_CONTRAST_RATIOS.text,
): string =>
  [...colors, '#ffffff', '#000000'].find((color) => isHex(color) && contrastRatio(color, background) >= minContrast) ??
  '#000000';

/** The largest share of black or white in an accent that is darkened or lightened to make text on it readable. */
const MAX_SHADE = 0.3;

/**
 * An accent as the background of text: unchanged, or a little darker or lighter if text in the colour of the page becomes readable by that.
 */
function accentBackground(accent: string, page: string): string {
  const blackOrWhite = contrastRatio(page, '#000000') > contrastRatio(page, '#ffffff') ? '#000000' : '#ffffff';
  for (let share = 0; share <= MAX_SHADE; share += 0.05) {
    const shade = mixColorsIfHex(blackOrWhite, accent, share);
    if (contrastRatio(shade, page) >= MIN_CONTRAST_RATIOS.text) return shade;
  }
  return accent;
}

/** The colours of one item, `#rrggbb`. */
export interface ItemColors {
  /** The background of its text. */
  ground: string;
  /** Colours of the title and the text. */
  title: string;
  text: string;
  /** Colour of a figure or a date. */
  strong: string;
  /** Colour of its shapes: dots, arrows, the short rule of a card. */
  accent: string;
  /** The disc of its sign (`fill`), and the icon or the letters on it (`ink`). */
  roundel: { fill: string; ink: string };
  /** The line around a card; absent: none. */
  line?: string | undefined;
  /** True if the card is filled with the accent, on which shapes in the accent are not visible. Absent: it is not. */
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
): ItemColors {
  const { colors, separator } = template.marker;
  const accent = colors[index % Math.max(1, colors.length)] ?? palette.accent;
  const { isFilled } = cardStyle(template);
  const heading = palette.heading ?? palette.text;
  if (ground === 'card' && isHighlighted) {
    const cardColor = accentBackground(accent, palette.background);
    const ink = firstReadableColorOn(cardColor, [palette.background, palette.text]);
    const fill = mixColorsIfHex(ink, cardColor, 0.18);
    return {
      ground: cardColor,
      title: ink,
      text: ink,
      strong: ink,
      accent: ink,
      roundel: { fill, ink: firstReadableColorOn(fill, [ink], MIN_CONTRAST_RATIOS.graphic) },
      isStrong: true,
    };
  }
  const itemBackground = ground === 'card' && isFilled ? palette.panel : palette.background;
  const discColor = mixColorsIfHex(accent, itemBackground, 0.16);
  const line =
    ground === 'card' && !isFilled ? (separator ?? mixColorsIfHex(palette.text, palette.background, 0.2)) : undefined;
  const discInk = firstReadableColorOn(discColor, [accent, heading, palette.text], MIN_CONTRAST_RATIOS.graphic);
  return {
    ground: itemBackground,
    title: firstReadableColorOn(itemBackground, [heading, palette.text]),
    text: firstReadableColorOn(itemBackground, [palette.muted, palette.text]),
    strong: firstReadableColorOn(itemBackground, [accent, heading, palette.text], MIN_CONTRAST_RATIOS.graphic),
    accent,
    roundel: isHighlighted
      ? {
          fill: accentBackground(accent, palette.background),
          ink: firstReadableColorOn(accentBackground(accent, palette.background), [palette.background, palette.text]),
        }
      : { fill: discColor, ink: discInk },
    line,
  };
}
