import { MIN_CONTRAST_RATIOS } from '#engine/video/drawing/contrast.ts';
import type { LogoPlace } from '#engine/video/drawing/design.ts';
import { brandFonts, firstReadableColor } from '../brand-rules.ts';
import type { DeckBrand } from '../deck.ts';
import { DeckRefusal } from '../deck-warning.ts';
import type { OfficePackage, OfficeRelation } from './office-package.ts';
import { readPartIfIntact, readRelationsIfIntact } from './read-part-if-intact.ts';
import { type PptxPicture, type PptxSlide, pptxPictureOf } from './read-slide.ts';
import type { SlideDimensions } from './redesign-slide.ts';
import { placedShapesOf, type ShapeBox } from './shapes.ts';
import { createThemeColorReader, type ThemeColorReader } from './theme-color-reader.ts';
import { childElementAtPath, descendantsOf, type OfficeXmlElement } from './xml.ts';

/** A layout or a master, with its relations. */
interface Page {
  element: OfficeXmlElement;
  relations: ReadonlyMap<string, OfficeRelation>;
}

const ACCENTS = ['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'tx2'];

/** Sides of a logo, as shares of those of the slide. A smaller picture is an icon. */
const LOGO_SIDES = { width: 0.4, height: 0.25 };
const MIN_LOGO_SIDE = 0.015;
/** Distance of the centre of a logo from two edges, at most, as shares of the sides of the slide. */
const CORNER = { width: 0.4, height: 0.25 };

/** The most frequent value. */
function usual<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/**
 * The brand of a deck: colours and fonts of the theme, as the most used layout and its master show them, and the logo. The logo is that of
 * the master, of the layout or of most slides. Undefined if the theme cannot be read. No deck is refused for its brand.
 */
export async function brandOfPptx(
  office: OfficePackage,
  slides: readonly PptxSlide[],
  sides: SlideDimensions,
): Promise<DeckBrand | undefined> {
  try {
    return await readBrand(office, slides, sides);
  } catch (error) {
    if (error instanceof DeckRefusal) return undefined;
    throw error;
  }
}

async function readBrand(
  office: OfficePackage,
  slides: readonly PptxSlide[],
  sides: SlideDimensions,
): Promise<DeckBrand | undefined> {
  const layoutPart = usual(slides.flatMap(({ layout }) => layout ?? []));
  const layout = await pageAt(office, layoutPart, 'p:sldLayout');
  const master = await pageAt(office, partOfType(layout, 'slideMaster'), 'p:sldMaster');
  const theme = childElementAtPath(
    await readPartIfIntact(office, partOfType(master, 'theme')),
    'a:theme',
    'a:themeElements',
  );
  if (!master || !theme) return undefined;
  const map =
    childElementAtPath(layout?.element, 'p:clrMapOvr', 'a:overrideClrMapping') ??
    childElementAtPath(master.element, 'p:clrMap');
  const colors = colorsOf(
    createThemeColorReader(childElementAtPath(theme, 'a:clrScheme'), map?.attributes ?? {}),
    master,
    layout,
  );
  if (!colors) return undefined;
  const logo = logoOn(master, sides) ?? logoOn(layout, sides) ?? logoAmong(slides, sides);
  return { colors, fonts: fontsOf(theme, master), ...(logo ? { logo } : {}) };
}

const partOfType = (page: Page | undefined, type: string): string | undefined =>
  [...(page?.relations.values() ?? [])].find((relation) => relation.type === type)?.part ?? undefined;

async function pageAt(office: OfficePackage, part: string | undefined, name: string): Promise<Page | undefined> {
  const element = childElementAtPath(await readPartIfIntact(office, part), name);
  return part === undefined || !element ? undefined : { element, relations: await readRelationsIfIntact(office, part) };
}

/** The colour of a background: its only one, or the first one of a gradient. */
function backgroundIn(background: OfficeXmlElement | undefined, theme: ThemeColorReader): string | undefined {
  const fill = childElementAtPath(background, 'p:bgPr');
  return (
    theme.in(childElementAtPath(fill, 'a:solidFill')) ??
    theme.in(descendantsOf(childElementAtPath(fill, 'a:gradFill'), 'a:gs')[0]) ??
    theme.in(childElementAtPath(background, 'p:bgRef'))
  );
}

function colorsOf(theme: ThemeColorReader, master: Page, layout: Page | undefined): DeckBrand['colors'] | undefined {
  const background =
    childElementAtPath(layout?.element, 'p:cSld', 'p:bg') ?? childElementAtPath(master.element, 'p:cSld', 'p:bg');
  const body = childElementAtPath(master.element, 'p:txStyles', 'p:bodyStyle', 'a:lvl1pPr', 'a:defRPr', 'a:solidFill');
  const pages = [backgroundIn(background, theme), ...['bg1', 'bg2', 'tx2', 'tx1'].map(theme.named)];
  const inks = [theme.in(body), ...['tx1', 'tx2', 'bg1'].map(theme.named)];
  const [first] = pages.filter((color) => color !== undefined);
  const [ink] = inks.filter((color) => color !== undefined);
  if (first === undefined || ink === undefined) return undefined;
  // On a background picture, the colour of the text shows whether slides are light or dark.
  const isPicture = childElementAtPath(background, 'p:bgPr', 'a:blipFill') !== undefined;
  const page = isPicture ? (firstReadableColor(pages, ink, MIN_CONTRAST_RATIOS.text) ?? first) : first;
  const text = firstReadableColor(inks, page, MIN_CONTRAST_RATIOS.text);
  const accent =
    firstReadableColor(ACCENTS.map(theme.named), page, MIN_CONTRAST_RATIOS.graphic) ?? theme.named('accent1');
  return {
    background: page,
    ...(text === undefined ? {} : { text }),
    ...(accent === undefined ? {} : { accent }),
  };
}

/** The fonts of headings and texts. A master may override those of its theme. */
function fontsOf(theme: OfficeXmlElement, { element }: Page): DeckBrand['fonts'] {
  const named = (style: string, scheme: string): string | undefined => {
    const ofMaster = childElementAtPath(element, 'p:txStyles', style, 'a:lvl1pPr', 'a:defRPr', 'a:latin')?.attributes
      .typeface;
    const ofTheme = childElementAtPath(theme, 'a:fontScheme', scheme, 'a:latin')?.attributes.typeface;
    return (ofMaster?.startsWith('+') ? undefined : ofMaster) || ofTheme;
  };
  return brandFonts({
    heading: named('p:titleStyle', 'a:majorFont'),
    body: named('p:bodyStyle', 'a:minorFont'),
  });
}

/** The corner of a picture that may be a logo; undefined for one that is too large or not in a corner. */
function cornerOf(box: ShapeBox, { width, height }: SlideDimensions): LogoPlace | undefined {
  const [wide, high] = [box.width / width, box.height / height];
  if (wide > LOGO_SIDES.width || high > LOGO_SIDES.height || Math.min(wide, high) < MIN_LOGO_SIDE) return undefined;
  const [x, y] = [(box.x + box.width / 2) / width, (box.y + box.height / 2) / height];
  if (x < 0 || y < 0 || x > 1 || y > 1) return undefined;
  const [across, down] = [Math.min(x, 1 - x) <= CORNER.width, Math.min(y, 1 - y) <= CORNER.height];
  return across && down ? `${y < 0.5 ? 'top' : 'bottom'}_${x < 0.5 ? 'left' : 'right'}` : undefined;
}

type Logo = NonNullable<DeckBrand['logo']>;

function logoOf({ part, box, crop }: PptxPicture, sides: SlideDimensions): Logo | undefined {
  const place = box ? cornerOf(box, sides) : undefined;
  if (part === null || place === undefined) return undefined;
  return { source: { from: 'path', path: part }, place, ...(crop ? { crop } : {}) };
}

/** The first small picture in a corner of a layout or a master. */
function logoOn(page: Page | undefined, sides: SlideDimensions): Logo | undefined {
  if (!page) return undefined;
  const pictures = placedShapesOf(page.element).filter(({ kind }) => kind === 'picture');
  return pictures
    .map((shape) => logoOf(pptxPictureOf(shape, page.relations, false), sides))
    .find((logo) => logo !== undefined);
}

/** Number of slides that must have the same small picture in the same corner, and their share of all slides. */
const MIN_REPEATS = 4;
const REPEATED = 0.6;

/** The small picture that enough slides have in the same corner. */
function logoAmong(slides: readonly PptxSlide[], sides: SlideDimensions): Logo | undefined {
  const found = slides.flatMap(({ pictures }) => {
    const logos = pictures.flatMap((picture) => logoOf(picture, sides) ?? []);
    return [...new Map(logos.map((logo) => [JSON.stringify(logo), logo])).values()];
  });
  const most = usual(found.map((logo) => JSON.stringify(logo)));
  const count = found.filter((logo) => JSON.stringify(logo) === most).length;
  return count >= Math.max(MIN_REPEATS, slides.length * REPEATED)
    ? found.find((logo) => JSON.stringify(logo) === most)
    : undefined;
}
