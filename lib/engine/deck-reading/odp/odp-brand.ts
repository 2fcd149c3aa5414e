import { MIN_CONTRAST_RATIOS } from '#engine/video/drawing/contrast.ts';
import { findFirstReadableColor, toBrandFonts } from '../brand-rules.ts';
import type { DeckBrand } from '../deck.ts';
import type { OdfProperties, OdfStyles } from './odf-styles.ts';

/** A master of a deck: its name, the colour of its background (RRGGBB), and the number of pages that have it. */
export interface OdpMasterUse {
  name: string;
  background: string;
  count: number;
}

const WHITE = 'FFFFFF';
const HEX_COLOUR = /^#[0-9a-f]{6}$/i;

const colourIn = (properties: OdfProperties, name: string): string | undefined => {
  const value = properties.get(name);
  return value !== undefined && HEX_COLOUR.test(value) ? value.toLowerCase() : undefined;
};

/**
 * The brand of an OpenDocument deck, a kind of deck without a theme. It consists of the background of the master that most pages have, and
 * of colours and fonts: those of the master's titles and outlines, or those of all shapes.
 * @param styles the styles of the masters
 * @param masters the masters that pages have; none: the background is white
 * @returns colours as `#rrggbb`, without `text` and `accent` where the styles have none that can be read on the background
 */
export function brandOfOdp(styles: OdfStyles, masters: readonly OdpMasterUse[]): Pick<DeckBrand, 'colors' | 'fonts'> {
  const master = masters.reduce<OdpMasterUse | undefined>(
    (mostUsed, candidate) => (mostUsed && mostUsed.count >= candidate.count ? mostUsed : candidate),
    undefined,
  );
  const background = `#${(master?.background ?? WHITE).toLowerCase()}`;
  const defaults = styles.defaultsOf('graphic', 'text');
  const [title, outline] = ['title', 'outline1'].map((part) =>
    styles.propertiesOf('presentation', `${master?.name}-${part}`, 'text'),
  );
  const textColours = [outline, title, defaults].map((properties) => properties && colourIn(properties, 'fo:color'));
  const text = findFirstReadableColor(textColours, background, MIN_CONTRAST_RATIOS.text);
  const shapeProperties = styles.propertiesOf('graphic', 'standard', 'graphic');
  const accents = [title && colourIn(title, 'fo:color'), colourIn(shapeProperties, 'draw:fill-color')];
  const accent = findFirstReadableColor(
    accents.filter((colour) => colour !== text),
    background,
    MIN_CONTRAST_RATIOS.graphic,
  );
  const fontOf = (properties: OdfProperties | undefined): string | undefined => {
    const family = properties?.get('fo:font-family') ?? properties?.get('style:font-name');
    return styles.fontOf(family ?? defaults.get('fo:font-family') ?? defaults.get('style:font-name'));
  };
  return {
    colors: { background, ...(text === undefined ? {} : { text }), ...(accent === undefined ? {} : { accent }) },
    fonts: toBrandFonts({ heading: fontOf(title), body: fontOf(outline) }),
  };
}
