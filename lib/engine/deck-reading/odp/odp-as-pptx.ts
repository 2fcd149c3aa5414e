import { inOneLine } from '../cut-text.ts';
import type { DeckBrand } from '../deck.ts';
import { DeckRefusal, type DeckWarning, nearlyDrawn } from '../deck-warning.ts';
import { refuseTooManySlides } from '../markdown/too-many-slides.ts';
import { childAt, childElements, descendantsOf, type PartElement, textIn } from '../pptx/xml.ts';
import { type StoredEntry, storeZip } from '../store-zip.ts';
import { fillOf } from './odf-paint.ts';
import { type Properties, type StyleBook, styleBook } from './odf-styles.ts';
import { emuOf } from './odf-units.ts';
import { odpBrand } from './odp-brand.ts';
import { type OdpFiles, openOdpFiles } from './odp-files.ts';
import * as office from './office-parts.ts';
import { type AnimationTarget, timingXml, transitionXml } from './page-animation.ts';
import { hasSubtitle, shapesXml } from './page-shapes.ts';
import type { PageTarget } from './page-target.ts';
import type { Extent } from './shape-path.ts';

/** An OpenDocument deck as a PPTX. */
export interface TranslatedDeck {
  pptx: Buffer;
  /** Content that PPTX does not have or only approximately, whether a slide is drawn in its original look or in a template. */
  warnings: DeckWarning[];
  /** Colours and fonts of the master that most pages have. */
  brand: Pick<DeckBrand, 'colors' | 'fonts'>;
}

/** Bytes of XML of a translated deck, at most. */
const MAX_XML_BYTES = 64 * 2 ** 20;
/** Size of pages that name none, in EMU: 28 × 15.75 cm, as in LibreOffice. */
const DEFAULT_SIZE: Extent = { width: 10_080_000, height: 5_670_000 };
/** Sides of a slide in EMU (ST_SlideSizeCoordinate). */
const SIDES = { min: 914_400, max: 51_206_400 };
const WHITE = 'FFFFFF';

/** An open deck. */
interface Deck {
  files: OdpFiles;
  /** The element with the pages. */
  body: PartElement;
  /** Styles of the pages, in `content.xml`. */
  contentStyles: StyleBook;
  /** Styles of the masters, in `styles.xml`. */
  masterStyles: StyleBook;
  masters: readonly PartElement[];
  /** BCP 47. */
  language: string | undefined;
}

/** @throws DeckRefusal for a damaged or encrypted file, and for one that is no presentation */
async function openDeck(file: Uint8Array): Promise<Deck> {
  const files = await openOdpFiles(file);
  if (await files.isEncrypted())
    throw new DeckRefusal('import_encrypted', 'The file is protected by a password. Save it without one.');
  const content = childAt(await files.xml('content.xml'), 'office:document-content');
  const body = childAt(content, 'office:body', 'office:presentation');
  if (!body)
    throw new DeckRefusal('import_invalid', 'The file is an OpenDocument file, but no presentation. Save it as .odp.');
  const styles = childAt(await files.xml('styles.xml'), 'office:document-styles');
  await files.copy([content, styles]);
  const common = [childAt(styles, 'office:styles')];
  const faces = [childAt(content, 'office:font-face-decls'), childAt(styles, 'office:font-face-decls')];
  const masterStyles = styleBook([childAt(styles, 'office:automatic-styles')], common, faces);
  const defaults = masterStyles.defaultsOf('graphic', 'text');
  const tag = defaults.get('fo:language');
  const country = defaults.get('fo:country') ?? '';
  return {
    files,
    body,
    contentStyles: styleBook([childAt(content, 'office:automatic-styles')], common, faces),
    masterStyles,
    masters: childElements(childAt(styles, 'office:master-styles'), 'style:master-page'),
    language: tag && /^[a-z]{2,3}$/.test(tag) ? `${tag}${/^[A-Z]{2}$/.test(country) ? `-${country}` : ''}` : undefined,
  };
}

/** The size of the pages of a master, within the limits of Office. */
function sizeOf(master: PartElement | undefined, { masterStyles }: Deck): Extent {
  const layout = masterStyles.elementNamed('style:page-layout', master?.attributes['style:page-layout-name']);
  const properties = childAt(layout, 'style:page-layout-properties');
  const side = (name: string, defaultSide: number): number =>
    Math.max(SIDES.min, Math.min(SIDES.max, emuOf(properties?.attributes[name]) ?? defaultSide));
  return { width: side('fo:page-width', DEFAULT_SIZE.width), height: side('fo:page-height', DEFAULT_SIZE.height) };
}

/** Ids of the shapes of a translated page, and the shapes and paragraphs that ids of the ODP name. */
interface PageIds {
  /** A new id for a shape, from 2: the page itself is shape 1. @param element of the shape, with its ids in the ODP */
  next(element: PartElement): number;
  /** @param shape id of its shape @param index of the paragraph in the shape, from 0 */
  noteParagraph(element: PartElement, shape: number, index: number): void;
  /** The shape or paragraph that an id of the ODP names. */
  animationTarget(id: string): AnimationTarget | undefined;
}

function pageIds(): PageIds {
  const targets = new Map<string, AnimationTarget>();
  let last = 1;
  const note = ({ attributes }: PartElement, target: AnimationTarget): void => {
    for (const id of [attributes['xml:id'], attributes['draw:id'], attributes['text:id']])
      if (id && !targets.has(id)) targets.set(id, target);
  };
  return {
    next(element) {
      last += 1;
      note(element, { shape: last });
      return last;
    },
    noteParagraph: (element, shape, index) => note(element, { shape, paragraph: index }),
    animationTarget: (id) => targets.get(id),
  };
}

/** Losses of one page, for the report. */
interface PageLosses {
  /** Phrases about content that is drawn approximately. */
  approximate: Set<string>;
  /** Nouns of content that is not drawn, with their numbers. */
  lost: Map<string, number>;
}

const noLosses = (): PageLosses => ({ approximate: new Set(), lost: new Map() });

/** Facts of a page by which its `PageTarget` differs from that of other pages. */
interface TargetOptions extends Pick<PageTarget, 'styles' | 'background' | 'pageNumber'> {
  ids: PageIds;
  relations: office.Relations;
  losses: PageLosses;
  placeholder?: PageTarget['placeholder'];
  skips?: PageTarget['skips'];
}

function pageTarget({ files, language }: Deck, options: TargetOptions): PageTarget {
  const { styles, background, pageNumber, ids, relations, losses } = options;
  const { placeholder = () => '', skips = () => false } = options;
  const relate = (type: string, part: string | undefined): string | undefined =>
    part === undefined ? undefined : relations.add(type, part);
  return {
    styles,
    background,
    language,
    pageNumber,
    pictureRelation: (href) => relate('image', files.picture(href)?.part),
    naturalSize: (href) => files.picture(href)?.naturalSize,
    mediumRelation: (href) => relate('media', files.medium(href)?.part),
    chartRelation: (href) => relate('chart', files.chart(href)?.part),
    nextId: ids.next,
    noteParagraph: ids.noteParagraph,
    warnApproximate: (what) => void losses.approximate.add(what),
    warnLost: (what) => void losses.lost.set(what, (losses.lost.get(what) ?? 0) + 1),
    placeholder,
    skips,
  };
}

/** The background of a page. */
interface Background {
  /** Element of its fill. */
  fill: string;
  /** RRGGBB: its colour, the first one of a gradient, or white for a picture. */
  colour: string;
  /** The fill is drawn only nearly as in the deck: a line of the report for each slide that shows it. */
  isApproximate: boolean;
}

const WHITE_BACKGROUND: Background = { fill: office.WHITE, colour: WHITE, isApproximate: false };

/** The background that properties name; undefined if they name none. */
function backgroundOf(
  properties: Properties,
  target: Pick<PageTarget, 'styles' | 'pictureRelation'>,
): Background | undefined {
  const fill = properties.get('draw:fill') === 'none' ? undefined : fillOf(properties, target);
  if (!fill) return undefined;
  const colour = fill.colour ?? /srgbClr val="([0-9A-F]{6})"/.exec(fill.xml)?.[1] ?? WHITE;
  return { fill: fill.xml, colour, isApproximate: fill.isApproximate };
}

/**
 * Footers, page numbers and dates, by their `presentation:class`: shapes of a master, which a page shows if its property `isShown` is
 * true.
 */
const RUNNING: ReadonlyMap<string, { placeholder: string; isShown: string }> = new Map([
  ['footer', { placeholder: 'ftr', isShown: 'presentation:display-footer' }],
  ['page-number', { placeholder: 'sldNum', isShown: 'presentation:display-page-number' }],
  ['date-time', { placeholder: 'dt', isShown: 'presentation:display-date-time' }],
]);
/** Classes of the shapes of a master that are templates for the shapes of its pages, and are not drawn. */
const TEMPLATE_SHAPES = new Set([
  'title',
  'outline',
  'subtitle',
  'notes',
  'page',
  'header',
  'text',
  'graphic',
  'object',
  'chart',
  'table',
  'orgchart',
  'handout',
]);

/** A translated master. */
interface Master {
  /** The master in the ODP. */
  page: PartElement;
  background: Background;
  /** Name of the part of its layout. */
  layoutPart: string;
  /** Parts of master and layout. */
  parts: StoredEntry[];
  /** Name of its part. */
  part: string;
  losses: PageLosses;
}

/** Translates a master. @param number of the master in the PPTX, from 1 */
function writeMaster(deck: Deck, page: PartElement, number: number): Master {
  const { masterStyles: styles } = deck;
  const relations = office.relations();
  const [part, layoutPart] = [`ppt/slideMasters/slideMaster${number}.xml`, `ppt/slideLayouts/slideLayout${number}.xml`];
  const layout = relations.add('slideLayout', layoutPart);
  relations.add('theme', THEME);
  const losses = noLosses();
  const target = pageTarget(deck, {
    ...{ styles, background: WHITE, pageNumber: 1, ids: pageIds(), relations, losses },
    skips: (name) => RUNNING.has(name) || TEMPLATE_SHAPES.has(name),
  });
  const name = page.attributes['style:name'];
  const pageProperties = styles.propertiesOf('drawing-page', page.attributes['draw:style-name'], 'drawing-page');
  // A master without a fill has that of its style for backgrounds.
  const backgroundProperties = pageProperties.has('draw:fill')
    ? pageProperties
    : styles.propertiesOf('presentation', `${name}-background`, 'graphic');
  const background = backgroundOf(backgroundProperties, target) ?? WHITE_BACKGROUND;
  const shapes = shapesXml(page, { ...target, background: background.colour });
  const layoutRelations = office.relations();
  layoutRelations.add('slideMaster', part);
  return {
    ...{ page, background, layoutPart, part, losses },
    parts: [
      ...office.partsOf(part, office.masterXml(shapes, background.fill, layout, masterId(number) + 1), relations),
      ...office.partsOf(layoutPart, office.layoutXml(), layoutRelations),
    ],
  };
}

const THEME = 'ppt/theme/theme1.xml';
/** The smallest id of a master or a layout, which share their ids (ECMA-376 part 1, ST_SlideMasterId and ST_SlideLayoutId). */
const FIRST_MASTER_ID = 2_147_483_648;
/** The id of a master; the next one is that of its layout. @param number of the master, from 1 */
const masterId = (number: number): number => FIRST_MASTER_ID + 2 * number;

/** A copy of an element in which fields are replaced by texts. @param values texts by the names of the fields */
function filled(element: PartElement, values: ReadonlyMap<string, string>): PartElement {
  return {
    ...element,
    children: element.children.map((child) => {
      if (typeof child === 'string') return child;
      const value = values.get(child.name);
      return value === undefined ? filled(child, values) : value;
    }),
  };
}

/** A declaration, such as that of a footer, by its name. */
const declaration = (body: PartElement, element: string, name: string | undefined): PartElement | undefined =>
  childElements(body, element).find(({ attributes }) => attributes['presentation:name'] === name);

/** The footer, page number and date of a page, from the shapes of its master. @param properties of the page */
function runningShapes(
  deck: Deck,
  page: PartElement,
  master: PartElement,
  properties: Properties,
  target: PageTarget,
): string {
  const { body } = deck;
  const names = page.attributes;
  const date = declaration(body, 'presentation:date-time-decl', names['presentation:use-date-time-name']);
  const isShown = (name: string | undefined): boolean =>
    properties.get(RUNNING.get(name ?? '')?.isShown ?? '') === 'true';
  const values = new Map([
    [
      'presentation:footer',
      textIn(declaration(body, 'presentation:footer-decl', names['presentation:use-footer-name'])),
    ],
    ['presentation:date-time', textIn(date)],
  ]);
  const shapes = childElements(master).filter(({ attributes }) => isShown(attributes['presentation:class']));
  const isCurrentDate = date?.attributes['presentation:source'] === 'current-date';
  if (isCurrentDate && shapes.some((shape) => descendantsOf(shape, 'presentation:date-time').length > 0))
    target.warnLost('the date of the day on which the deck is shown');
  return shapes
    .map((shape) => shapesXml({ name: '', attributes: {}, children: [filled(shape, values)] }, target))
    .join('');
}

/** The speaker notes of a page as shapes of a page of notes; undefined if it has none. */
function notesBody(deck: Deck, page: PartElement): string | undefined {
  const bodies = descendantsOf(childAt(page, 'presentation:notes'), 'draw:frame').filter(
    ({ attributes }) =>
      attributes['presentation:class'] === 'notes' && attributes['presentation:placeholder'] !== 'true',
  );
  if (bodies.length === 0) return undefined;
  const target = pageTarget(deck, {
    ...{
      styles: deck.contentStyles,
      background: WHITE,
      pageNumber: 1,
      ids: pageIds(),
      relations: office.relations(),
      losses: noLosses(),
    },
    placeholder: () => '<p:ph type="body" idx="1"/>',
  });
  return shapesXml({ name: '', attributes: {}, children: bodies }, target);
}

/** A translated slide. */
interface Slide {
  part: string;
  parts: StoredEntry[];
  warnings: DeckWarning[];
}

const INSTEAD = 'Paste it as a picture in the deck, or send the deck’s PDF as well.';

/** The lines of the report about a slide. @param slide from 1 */
function warningsOf(slide: number, { approximate, lost }: PageLosses, hasOldAnimation: boolean): DeckWarning[] {
  const missing = [...lost].map(([what, count]) => (count > 1 ? `${what} (${count} times)` : what));
  return [
    ...(missing.length > 0
      ? [{ slide, code: 'drawing_lost' as const, message: `Missing on the slide: ${missing.join('; ')}. ${INSTEAD}` }]
      : []),
    ...(approximate.size > 0
      ? [
          {
            slide,
            code: 'look_approximate' as const,
            message: nearlyDrawn([...approximate]),
          },
        ]
      : []),
    ...(hasOldAnimation
      ? [
          {
            slide,
            code: 'animation_not_taken' as const,
            message: 'Its animation was made in an old format: the slide is as it is at its end.',
          },
        ]
      : []),
  ];
}

/** Translates a page. @param number of the page, from 1 */
function writeSlide(deck: Deck, page: PartElement, number: number, master: Master | undefined): Slide {
  const { contentStyles: styles, masterStyles } = deck;
  const part = `ppt/slides/slide${number}.xml`;
  const relations = office.relations();
  const properties = styles.propertiesOf('drawing-page', page.attributes['draw:style-name'], 'drawing-page');
  const [losses, ids] = [noLosses(), pageIds()];
  const hasMasterShapes = properties.get('presentation:background-objects-visible') !== 'false';
  const hidesMasterBackground = properties.get('presentation:background-visible') === 'false';
  const isTitlePage = hasSubtitle(page);
  const common = { pageNumber: number, ids, relations, losses };
  const pageBackground = backgroundOf(properties, pageTarget(deck, { ...common, styles, background: WHITE }));
  const background = pageBackground ?? (hidesMasterBackground ? WHITE_BACKGROUND : undefined);
  const shownBackground = background ?? master?.background;
  const colour = shownBackground?.colour ?? WHITE;
  if (shownBackground?.isApproximate) losses.approximate.add('the background');
  // They are shapes of the master, and hidden with them.
  const running =
    master && hasMasterShapes
      ? runningShapes(
          deck,
          page,
          master.page,
          properties,
          pageTarget(deck, {
            ...{ ...common, styles: masterStyles, background: colour },
            placeholder: (name) => {
              const kind = RUNNING.get(name)?.placeholder;
              return kind === undefined ? '' : `<p:ph type="${kind}"/>`;
            },
          }),
        )
      : '';
  const target = pageTarget(deck, {
    ...{ ...common, styles, background: colour },
    placeholder: (name) => {
      if (name === 'title') return `<p:ph type="${isTitlePage ? 'ctrTitle' : 'title'}"/>`;
      if (name === 'subtitle') return '<p:ph type="subTitle" idx="1"/>';
      return name === 'outline' ? '<p:ph type="body" idx="1"/>' : '';
    },
  });
  const shapes = running + shapesXml(page, target);
  if (master) relations.add('slideLayout', master.layoutPart);
  const speakerNotes = notesBody(deck, page);
  const notesPart = `ppt/notesSlides/notesSlide${number}.xml`;
  if (speakerNotes !== undefined) relations.add('notesSlide', notesPart);
  const masterLosses = hasMasterShapes ? master?.losses : undefined;
  const allLosses: PageLosses = {
    approximate: new Set([...losses.approximate, ...(masterLosses?.approximate ?? [])]),
    lost: new Map([...(masterLosses?.lost ?? []), ...losses.lost]),
  };
  const xml = office.slideXml({
    ...{ name: page.attributes['draw:name'] ?? '', shapes, background: background?.fill, hasMasterShapes },
    isHidden: properties.get('presentation:visibility') === 'hidden',
    timing: transitionXml(page, properties) + timingXml(page, ids.animationTarget),
  });
  return {
    part,
    parts: [
      ...office.partsOf(part, xml, relations),
      ...(speakerNotes === undefined ? [] : office.partsOf(notesPart, office.notesXml(speakerNotes))),
    ],
    warnings: warningsOf(number, allLosses, childAt(page, 'presentation:animations') !== undefined),
  };
}

/** The title in the properties of the file; empty if it has none. */
async function titleOf(files: OdpFiles): Promise<string> {
  const meta = await files.xml('meta.xml');
  return inOneLine(textIn(descendantsOf(meta, 'dc:title')[0]));
}

/** Limits of a deck that is translated. */
export interface OdpOptions {
  /** Pages, hidden ones included, at most. */
  maxSlides: number;
  /** Bytes of XML of the PPTX, at most. */
  maxXmlBytes?: number;
}

/**
 * Translates an OpenDocument deck into a PPTX, in memory, so that it can be read and drawn as one: its pages, masters, notes, styles,
 * tables, pictures, transitions and animations.
 * @throws DeckRefusal for a damaged or encrypted file, for one that is no presentation, and for one that exceeds a limit; too many
 * pages are refused before any is translated
 */
export async function odpAsPptx(
  file: Uint8Array,
  { maxSlides, maxXmlBytes = MAX_XML_BYTES }: OdpOptions,
): Promise<TranslatedDeck> {
  const deck = await openDeck(file);
  const pages = childElements(deck.body, 'draw:page');
  refuseTooManySlides(pages.length, maxSlides);
  const entries: StoredEntry[] = [...office.partsOf(THEME, office.themeXml())];
  let xmlBytes = 0;
  const addParts = (parts: readonly StoredEntry[]): void => {
    xmlBytes += parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (xmlBytes > maxXmlBytes)
      throw new DeckRefusal(
        'import_too_large',
        'The file has too many shapes and texts. Split the deck, and send the parts.',
      );
    for (const part of parts) entries.push(part);
  };
  const presentationRelations = office.relations();
  const usedMasters = new Set(pages.map(({ attributes }) => attributes['draw:master-page-name']));
  const masters = new Map<string, Master>();
  const masterIds: { relation: string; id: number }[] = [];
  for (const page of deck.masters.filter(({ attributes }) => usedMasters.has(attributes['style:name']))) {
    const number = masters.size + 1;
    const master = writeMaster(deck, page, number);
    masterIds.push({ relation: presentationRelations.add('slideMaster', master.part), id: masterId(number) });
    masters.set(page.attributes['style:name'] ?? '', master);
    addParts(master.parts);
  }
  presentationRelations.add('theme', THEME);
  const slides: string[] = [];
  const warnings: DeckWarning[] = [];
  for (const [index, page] of pages.entries()) {
    const slide = writeSlide(deck, page, index + 1, masters.get(page.attributes['draw:master-page-name'] ?? ''));
    addParts(slide.parts);
    slides.push(presentationRelations.add('slide', slide.part));
    for (const warning of slide.warnings) warnings.push(warning);
  }
  const size = sizeOf(masters.values().next().value?.page, deck);
  addParts(
    office.partsOf(
      'ppt/presentation.xml',
      office.presentationXml(slides, masterIds, size, deck.language),
      presentationRelations,
    ),
  );
  addParts(office.partsOf('docProps/core.xml', office.coreXml(await titleOf(deck.files))));
  const root = office.relations();
  root.add('officeDocument', 'ppt/presentation.xml');
  entries.push({ name: '_rels/.rels', bytes: Buffer.from(root.xml()) });
  for (const file of deck.files.entries()) entries.push(file);
  const uses = [...masters].map(([name, master]) => ({
    ...{ name, background: master.background.colour },
    count: pages.filter(({ attributes }) => attributes['draw:master-page-name'] === name).length,
  }));
  return {
    pptx: storeZip([office.contentTypes(entries.map(({ name }) => name)), ...entries]),
    warnings,
    brand: odpBrand(deck.masterStyles, uses),
  };
}
