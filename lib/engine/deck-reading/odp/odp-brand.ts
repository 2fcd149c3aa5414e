import { contrastOf } from '#engine/video/drawing/contrast.ts';
import { cutText, inOneLine } from '../cut-text.ts';
import type { DeckBrand } from '../deck.ts';
import { MAX_FONT_NAME } from '../deck-limits.ts';
import type { Properties, StyleBook } from './odf-styles.ts';

/** A master of a deck: the colour of its background (six hexadecimal digits), and the pages that have it. */
export interface UsedMaster {
  name: string;
  background: string;
  count: number;
}

/** WCAG 2.2 AA: text, and large text or signs. */
const TEXT_CONTRAST = 4.5;
const SIGN_CONTRAST = 3;
const WHITE = 'FFFFFF';
const COLOUR = /^#[0-9a-f]{6}$/i;

const colourIn = (properties: Properties, name: string): string | undefined => {
  const value = properties.get(name);
  return value !== undefined && COLOUR.test(value) ? value.toLowerCase() : undefined;
};

/**
 * The brand of an OpenDocument deck, which has no theme: the background of the master that most pages have, and colours and fonts of the
 * styles of its titles and outlines, or those that all shapes have.
 */
export function odpBrand(styles: StyleBook, masters: readonly UsedMaster[]): Pick<DeckBrand, 'colors' | 'fonts'> {
  const master = masters.reduce<UsedMaster | undefined>(
    (most, each) => (most && most.count >= each.count ? most : each),
    undefined,
  );
  const background = `#${(master?.background ?? WHITE).toLowerCase()}`;
  const defaults = styles.defaultsOf('graphic', 'text');
  const [title, outline] = ['title', 'outline1'].map((part) =>
    styles.propertiesOf('presentation', `${master?.name}-${part}`, 'text'),
  );
  const text = [outline, title, defaults]
    .flatMap((properties) => (properties && colourIn(properties, 'fo:color')) ?? [])
    .find((colour) => contrastOf(colour, background) >= TEXT_CONTRAST);
  const shapeProperties = styles.propertiesOf('graphic', 'standard', 'graphic');
  const accent = [title && colourIn(title, 'fo:color'), colourIn(shapeProperties, 'draw:fill-color')]
    .flatMap((colour) => colour ?? [])
    .find((colour) => colour !== text && contrastOf(colour, background) >= SIGN_CONTRAST);
  const fontOf = (properties: Properties | undefined): string | undefined => {
    const family = properties?.get('fo:font-family') ?? properties?.get('style:font-name');
    const named = styles.fontOf(family ?? defaults.get('fo:font-family') ?? defaults.get('style:font-name'));
    const name = inOneLine(named ?? '');
    return name === '' ? undefined : cutText(name, MAX_FONT_NAME).text;
  };
  const [heading, body] = [fontOf(title), fontOf(outline)];
  return {
    colors: { background, ...(text === undefined ? {} : { text }), ...(accent === undefined ? {} : { accent }) },
    fonts: { ...(heading === undefined ? {} : { heading }), ...(body === undefined ? {} : { body }) },
  };
}
