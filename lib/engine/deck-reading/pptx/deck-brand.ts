import { MIN_CONTRAST_RATIOS } from '#engine/video/drawing/contrast.ts';
import type { LogoPlace } from '#engine/video/drawing/design.ts';
import { findFirstReadableColor, toBrandFonts } from '../brand-rules.ts';
import type { DeckBrand } from '../deck.ts';
import { DeckRefusal } from '../deck-warning.ts';
import type { OfficePackage, OfficeRelation } from './office-package.ts';
import { readOfficePartIfIntact, readRelationsIfIntact } from './read-office-part-if-intact.ts';
import { type PptxPicture, type PptxSlide, pptxPictureOf } from './read-slide.ts';
import type { SlideDimensionsInEmu } from './redesign-slide.ts';
import { placedShapesOf, type ShapeBox } from './shapes.ts';
import { createThemeColorReader, type ThemeColorReader } from './theme-color-reader.ts';
import { childElementAtPath, descendantsOf, type OfficeXmlElement } from './xml.ts';

/** A layout or a master, with its relations. */
interface PageWithRelations {
  element: OfficeXmlElement;
  relations: ReadonlyMap<string, OfficeRelation>;
}

const ACCENT_COLORS = ['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'tx2'];

/** The longest sides of a logo, as shares of those of the slide. */
const MAX_LOGO_SIDES = { width: 0.4, height: 0.25 };
/** The shortest side of a logo, as a share of that of the slide. A smaller picture is an icon. */
const MIN_LOGO_SIDE = 0.015;
/** The largest distances of the centre of a logo from two edges, as shares of the sides of the slide. */
const MAX_CORNER_DISTANCE = { width: 0.4, height: 0.25 };

/** The most frequent value. */
function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, firstCount], [, secondCount]) => secondCount - firstCount)[0]?.[0];
}

/**
 * The brand of a deck: colours and fonts of the theme, as the most used layout and its master show them, and the logo. The logo is that of
 * the master, of the layout or of most slides. Undefined if the theme cannot be read. No deck is refused for its brand.
 */
export async function brandOfPptx(
  office: OfficePackage,
  slides: readonly PptxSlide[],
  sides: SlideDimensionsInEmu,
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
  sides: SlideDimensionsInEmu,
): Promise<DeckBrand | undefined> {
  const layoutPart = mostFrequent(slides.flatMap(({ layout }) => layout ?? []));
  const layout = await readPage(office, layoutPart, 'p:sldLayout');
  const master = await readPage(office, partOfType(layout, 'slideMaster'), 'p:sldMaster');
  const theme = childElementAtPath(
    await readOfficePartIfIntact(office, partOfType(master, 'theme')),
    'a:theme',
    'a:themeElements',
  );
  if (!master || !theme) return undefined;
  const colorMap =
    childElementAtPath(layout?.element, 'p:clrMapOvr', 'a:overrideClrMapping') ??
    childElementAtPath(master.element, 'p:clrMap');
  const colors = brandColors(
    createThemeColorReader(childElementAtPath(theme, 'a:clrScheme'), colorMap?.attributes ?? {}),
    master,
    layout,
  );
  if (!colors) return undefined;
  const logo = logoOnPage(master, sides) ?? logoOnPage(layout, sides) ?? repeatedLogo(slides, sides);
  return { colors, fonts: fontsOf(theme, master), ...(logo ? { logo } : {}) };
}

const partOfType = (page: PageWithRelations | undefined, type: string): string | undefined =>
  [...(page?.relations.values() ?? [])].find((relation) => relation.type === type)?.part ?? undefined;

async function readPage(
  office: OfficePackage,
  part: string | undefined,
  name: string,
): Promise<PageWithRelations | undefined> {
  const element = childElementAtPath(await readOfficePartIfIntact(office, part), name);
  return part === undefined || !element ? undefined : { element, relations: await readRelationsIfIntact(office, part) };
}

/** The colour of a background, or the first one of its gradient; undefined for a background without a colour. */
function backgroundColor(background: OfficeXmlElement | undefined, theme: ThemeColorReader): string | undefined {
  const fill = childElementAtPath(background, 'p:bgPr');
  return (
    theme.in(childElementAtPath(fill, 'a:solidFill')) ??
    theme.in(descendantsOf(childElementAtPath(fill, 'a:gradFill'), 'a:gs')[0]) ??
    theme.in(childElementAtPath(background, 'p:bgRef'))
  );
}

function brandColors(
  theme: ThemeColorReader,
  master: PageWithRelations,
  layout: PageWithRelations | undefined,
): DeckBrand['colors'] | undefined {
  const backgroundElement =
    childElementAtPath(layout?.element, 'p:cSld', 'p:bg') ?? childElementAtPath(master.element, 'p:cSld', 'p:bg');
  const bodyFill = childElementAtPath(
    master.element,
    'p:txStyles',
    'p:bodyStyle',
    'a:lvl1pPr',
    'a:defRPr',
    'a:solidFill',
  );
  const backgroundColors = [
    backgroundColor(backgroundElement, theme),
    ...['bg1', 'bg2', 'tx2', 'tx1'].map(theme.named),
  ];
  const textColors = [theme.in(bodyFill), ...['tx1', 'tx2', 'bg1'].map(theme.named)];
  const [firstBackground] = backgroundColors.filter((color) => color !== undefined);
  const [firstTextColor] = textColors.filter((color) => color !== undefined);
  if (firstBackground === undefined || firstTextColor === undefined) return undefined;
  // On a background picture, the colour of the text shows whether slides are light or dark.
  const isPicture = childElementAtPath(backgroundElement, 'p:bgPr', 'a:blipFill') !== undefined;
  const pageColor = isPicture
    ? (findFirstReadableColor(backgroundColors, firstTextColor, MIN_CONTRAST_RATIOS.text) ?? firstBackground)
    : firstBackground;
  const text = findFirstReadableColor(textColors, pageColor, MIN_CONTRAST_RATIOS.text);
  const accent =
    findFirstReadableColor(ACCENT_COLORS.map(theme.named), pageColor, MIN_CONTRAST_RATIOS.graphic) ??
    theme.named('accent1');
  return {
    background: pageColor,
    ...(text === undefined ? {} : { text }),
    ...(accent === undefined ? {} : { accent }),
  };
}

/** The fonts of headings and texts. A master may override those of its theme. */
function fontsOf(theme: OfficeXmlElement, { element }: PageWithRelations): DeckBrand['fonts'] {
  const typefaceOf = (style: string, scheme: string): string | undefined => {
    const masterTypeface = childElementAtPath(element, 'p:txStyles', style, 'a:lvl1pPr', 'a:defRPr', 'a:latin')
      ?.attributes.typeface;
    const themeTypeface = childElementAtPath(theme, 'a:fontScheme', scheme, 'a:latin')?.attributes.typeface;
    return (masterTypeface?.startsWith('+') ? undefined : masterTypeface) || themeTypeface;
  };
  return toBrandFonts({
    heading: typefaceOf('p:titleStyle', 'a:majorFont'),
    body: typefaceOf('p:bodyStyle', 'a:minorFont'),
  });
}

/** The corner of a picture that may be a logo; undefined for one that is too large or not in a corner. */
function cornerOf(box: ShapeBox, { width, height }: SlideDimensionsInEmu): LogoPlace | undefined {
  const [widthShare, heightShare] = [box.width / width, box.height / height];
  if (
    widthShare > MAX_LOGO_SIDES.width ||
    heightShare > MAX_LOGO_SIDES.height ||
    Math.min(widthShare, heightShare) < MIN_LOGO_SIDE
  )
    return undefined;
  const [x, y] = [(box.x + box.width / 2) / width, (box.y + box.height / 2) / height];
  if (x < 0 || y < 0 || x > 1 || y > 1) return undefined;
  const [isNearSide, isNearTopOrBottom] = [
    Math.min(x, 1 - x) <= MAX_CORNER_DISTANCE.width,
    Math.min(y, 1 - y) <= MAX_CORNER_DISTANCE.height,
  ];
  return isNearSide && isNearTopOrBottom ? `${y < 0.5 ? 'top' : 'bottom'}_${x < 0.5 ? 'left' : 'right'}` : undefined;
}

type Logo = NonNullable<DeckBrand['logo']>;

function logoOf({ part, box, crop }: PptxPicture, sides: SlideDimensionsInEmu): Logo | undefined {
  const corner = box ? cornerOf(box, sides) : undefined;
  if (part === null || corner === undefined) return undefined;
  return { source: { from: 'path', path: part }, place: corner, ...(crop ? { crop } : {}) };
}

/** The first small picture in a corner of a layout or a master. */
function logoOnPage(page: PageWithRelations | undefined, sides: SlideDimensionsInEmu): Logo | undefined {
  if (!page) return undefined;
  const pictures = placedShapesOf(page.element).filter(({ kind }) => kind === 'picture');
  return pictures
    .map((shape) => logoOf(pptxPictureOf(shape, page.relations, false), sides))
    .find((logo) => logo !== undefined);
}

/** The fewest slides on which a small picture in one corner is a logo. */
const MIN_REPEATING_SLIDES = 4;
/** The smallest share of all slides on which a small picture in one corner is a logo. */
const MIN_REPEATED_SHARE = 0.6;

/** The small picture that enough slides have in the same corner. */
function repeatedLogo(slides: readonly PptxSlide[], sides: SlideDimensionsInEmu): Logo | undefined {
  const allLogos = slides.flatMap(({ pictures }) => {
    const slideLogos = pictures.flatMap((picture) => logoOf(picture, sides) ?? []);
    return [...new Map(slideLogos.map((logo) => [JSON.stringify(logo), logo])).values()];
  });
  const mostFrequentKey = mostFrequent(allLogos.map((logo) => JSON.stringify(logo)));
  const count = allLogos.filter((logo) => JSON.stringify(logo) === mostFrequentKey).length;
  return count >= Math.max(MIN_REPEATING_SLIDES, slides.length * MIN_REPEATED_SHARE)
    ? allLogos.find((logo) => JSON.stringify(logo) === mostFrequentKey)
    : undefined;
}
