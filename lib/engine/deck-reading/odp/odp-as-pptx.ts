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

/** A deck that was translated, with what its slides lost or have only nearly. */
export interface TranslatedDeck {
  pptx: Buffer;
  /** Lines about what no way of drawing the slides shows. */
  warnings: DeckWarning[];
  /** Colours and fonts of the master that most pages have. */
  brand: Pick<DeckBrand, 'colors' | 'fonts'>;
}

/** The most bytes of XML that a translation may have. */
const MAX_WRITTEN = 64 * 2 ** 20;
const USUAL_SIZE: Extent = { width: 10_080_000, height: 5_670_000 };
/** Sides that Office takes for a slide. */
const SIDES = { least: 914_400, most: 51_206_400 };

/** The parts of a deck that its pages need. */
interface Deck {
  files: OdpFiles;
  body: PartElement;
  ofContent: StyleBook;
  ofStyles: StyleBook;
  masters: readonly PartElement[];
  language: string | undefined;
}

async function openDeck(file: Uint8Array): Promise<Deck> {
  const files = await openOdpFiles(file);
  if (await files.isEncrypted())
    throw new DeckRefusal('import_encrypted', 'The file is protected by a password. Save it without one.');
  const content = childAt(await files.xml('content.xml'), 'office:document-content');
  const body = childAt(content, 'office:body', 'office:presentation');
  if (!body)
    throw new DeckRefusal('import_invalid', 'The file is an OpenDocument file, but no presentation. Save it as .odp.');
  const styles = childAt(await files.xml('styles.xml'), 'office:document-styles');
  await files.take([content, styles]);
  const common = [childAt(styles, 'office:styles')];
  const faces = [childAt(content, 'office:font-face-decls'), childAt(styles, 'office:font-face-decls')];
  const ofStyles = styleBook([childAt(styles, 'office:automatic-styles')], common, faces);
  const usual = ofStyles.defaultsOf('graphic', 'text');
  const tag = usual.get('fo:language');
  const country = usual.get('fo:country') ?? '';
  return {
    files,
    body,
    ofContent: styleBook([childAt(content, 'office:automatic-styles')], common, faces),
    ofStyles,
    masters: childElements(childAt(styles, 'office:master-styles'), 'style:master-page'),
    language: tag && /^[a-z]{2,3}$/.test(tag) ? `${tag}${/^[A-Z]{2}$/.test(country) ? `-${country}` : ''}` : undefined,
  };
}

/** The size of the pages of a master. */
function sizeOf(master: PartElement | undefined, { ofStyles }: Deck): Extent {
  const layout = ofStyles.named('style:page-layout', master?.attributes['style:page-layout-name']);
  const properties = childAt(layout, 'style:page-layout-properties');
  const side = (name: string, usual: number): number =>
    Math.max(SIDES.least, Math.min(SIDES.most, emuOf(properties?.attributes[name]) ?? usual));
  return { width: side('fo:page-width', USUAL_SIZE.width), height: side('fo:page-height', USUAL_SIZE.height) };
}

/** Ids of the file, and what they mean in the translated page. */
interface PageIds {
  next(element: PartElement): number;
  noteParagraph(element: PartElement, shape: number, index: number): void;
  targetOf(id: string): AnimationTarget | undefined;
}

function pageIds(): PageIds {
  const known = new Map<string, AnimationTarget>();
  let last = 1;
  const note = ({ attributes }: PartElement, target: AnimationTarget): void => {
    for (const id of [attributes['xml:id'], attributes['draw:id'], attributes['text:id']])
      if (id && !known.has(id)) known.set(id, target);
  };
  return {
    next(element) {
      last += 1;
      note(element, { shape: last });
      return last;
    },
    noteParagraph: (element, shape, index) => note(element, { shape, paragraph: index }),
    targetOf: (id) => known.get(id),
  };
}

/** Warnings about one page, each once. */
interface PageNotes {
  near: Set<string>;
  lost: Map<string, number>;
}

const noNotes = (): PageNotes => ({ near: new Set(), lost: new Map() });

interface TargetOptions {
  styles: StyleBook;
  background: string;
  pageNumber: number;
  ids: PageIds;
  related: office.Relations;
  notes: PageNotes;
  placeholder?: (name: string) => string;
  skips?: (name: string) => boolean;
}

function targetOf({ files, language }: Deck, options: TargetOptions): PageTarget {
  const { styles, background, pageNumber, ids, related, notes, placeholder = () => '', skips = () => false } = options;
  const relate = (type: string, part: string | undefined): string | undefined =>
    part === undefined ? undefined : related.add(type, part);
  return {
    styles,
    background,
    language,
    pageNumber,
    pictureRelation: (href) => relate('image', files.picture(href)?.part),
    naturalSize: (href) => files.picture(href)?.natural,
    mediumRelation: (href) => relate('media', files.medium(href)?.part),
    chart: (href) => relate('chart', files.chart(href)?.part),
    nextId: ids.next,
    noteParagraph: ids.noteParagraph,
    near: (what) => void notes.near.add(what),
    lost: (what) => void notes.lost.set(what, (notes.lost.get(what) ?? 0) + 1),
    placeholder,
    skips,
  };
}

/** A background as a fill, with a colour that stands for it. */
interface Background {
  fill: string;
  colour: string;
}

function backgroundOf(
  properties: Properties,
  target: Pick<PageTarget, 'styles' | 'pictureRelation' | 'near'>,
): Background | undefined {
  const fill = properties.get('draw:fill') === 'none' ? undefined : fillOf(properties, target);
  if (!fill) return undefined;
  if (fill.isNear) target.near('the background');
  return { fill: fill.xml, colour: fill.colour ?? /srgbClr val="([0-9A-F]{6})"/.exec(fill.xml)?.[1] ?? 'FFFFFF' };
}

/** Texts that run through a deck, which a master places and a page shows or not. */
const RUNNING: ReadonlyMap<string, { placeholder: string; isShown: string }> = new Map([
  ['footer', { placeholder: 'ftr', isShown: 'presentation:display-footer' }],
  ['page-number', { placeholder: 'sldNum', isShown: 'presentation:display-page-number' }],
  ['date-time', { placeholder: 'dt', isShown: 'presentation:display-date-time' }],
]);
/** Shapes of a master that only say where those of a page are. */
const PLACES = new Set([
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

/** A master as it was translated. */
interface Master {
  page: PartElement;
  background: Background;
  layoutPart: string;
  parts: StoredEntry[];
  part: string;
  notes: PageNotes;
}

function writeMaster(deck: Deck, page: PartElement, number: number): Master {
  const { ofStyles: styles } = deck;
  const related = office.relations();
  const [part, layoutPart] = [`ppt/slideMasters/slideMaster${number}.xml`, `ppt/slideLayouts/slideLayout${number}.xml`];
  const layout = related.add('slideLayout', layoutPart);
  related.add('theme', THEME);
  const notes = noNotes();
  const target = targetOf(deck, {
    ...{ styles, background: 'FFFFFF', pageNumber: 1, ids: pageIds(), related, notes },
    skips: (name) => RUNNING.has(name) || PLACES.has(name),
  });
  const named = page.attributes['style:name'];
  const own = styles.of('drawing-page', page.attributes['draw:style-name'], 'drawing-page');
  const usual = own.has('draw:fill') ? own : styles.of('presentation', `${named}-background`, 'graphic');
  const background = backgroundOf(usual, target) ?? { fill: office.WHITE, colour: 'FFFFFF' };
  const shapes = shapesXml(page, { ...target, background: background.colour });
  const toMaster = office.relations();
  toMaster.add('slideMaster', part);
  return {
    ...{ page, background, layoutPart, part, notes },
    parts: [
      ...office.partsOf(part, office.masterXml(shapes, background.fill, layout, FIRST_ID + 2 * number + 1), related),
      ...office.partsOf(layoutPart, office.layoutXml(), toMaster),
    ],
  };
}

const THEME = 'ppt/theme/theme1.xml';
/** Ids of masters and layouts are from here. */
const FIRST_ID = 2_147_483_648;

/** A copy of an element in which fields are the texts of the page. */
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

/** The running texts of a page: shapes of its master that it shows. */
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
  if (date?.attributes['presentation:source'] === 'current-date' && isShown('date-time'))
    target.lost('the date of the day on which the deck is shown');
  const values = new Map([
    [
      'presentation:footer',
      textIn(declaration(body, 'presentation:footer-decl', names['presentation:use-footer-name'])),
    ],
    ['presentation:date-time', textIn(date)],
  ]);
  return childElements(master)
    .filter(({ attributes }) => isShown(attributes['presentation:class']))
    .map((shape) => shapesXml({ name: '', attributes: {}, children: [filled(shape, values)] }, target))
    .join('');
}

/** The notes of a page as the body of a page of notes; undefined: it has none. */
function notesBody(deck: Deck, page: PartElement): string | undefined {
  const bodies = descendantsOf(childAt(page, 'presentation:notes'), 'draw:frame').filter(
    ({ attributes }) =>
      attributes['presentation:class'] === 'notes' && attributes['presentation:placeholder'] !== 'true',
  );
  if (bodies.length === 0) return undefined;
  const target = targetOf(deck, {
    ...{
      styles: deck.ofContent,
      background: 'FFFFFF',
      pageNumber: 1,
      ids: pageIds(),
      related: office.relations(),
      notes: noNotes(),
    },
    placeholder: () => '<p:ph type="body" idx="1"/>',
  });
  return shapesXml({ name: '', attributes: {}, children: bodies }, target);
}

/** A slide with its parts. */
interface Slide {
  part: string;
  parts: StoredEntry[];
  warnings: DeckWarning[];
}

const INSTEAD = 'Paste it as a picture in the deck, or send the deck’s PDF as well.';

function linesOf(slide: number, { near, lost }: PageNotes, hasOldAnimation: boolean): DeckWarning[] {
  const missing = [...lost].map(([what, count]) => (count > 1 ? `${what} (${count} times)` : what));
  return [
    ...(missing.length > 0
      ? [{ slide, code: 'drawing_lost' as const, message: `Missing on the slide: ${missing.join('; ')}. ${INSTEAD}` }]
      : []),
    ...(near.size > 0
      ? [
          {
            slide,
            code: 'look_approximate' as const,
            message: nearlyDrawn([...near]),
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

function writeSlide(deck: Deck, page: PartElement, number: number, master: Master | undefined): Slide {
  const { ofContent: styles, ofStyles } = deck;
  const part = `ppt/slides/slide${number}.xml`;
  const related = office.relations();
  const properties = styles.of('drawing-page', page.attributes['draw:style-name'], 'drawing-page');
  const [notes, ids] = [noNotes(), pageIds()];
  const hasMasterShapes = properties.get('presentation:background-objects-visible') !== 'false';
  const isBare = properties.get('presentation:background-visible') === 'false';
  const isTitlePage = hasSubtitle(page);
  const common = { pageNumber: number, ids, related, notes };
  const own = backgroundOf(properties, targetOf(deck, { ...common, styles, background: 'FFFFFF' }));
  const background = own ?? (isBare ? { fill: office.WHITE, colour: 'FFFFFF' } : undefined);
  const colour = (background ?? master?.background)?.colour ?? 'FFFFFF';
  const running = master
    ? runningShapes(
        deck,
        page,
        master.page,
        properties,
        targetOf(deck, {
          ...{ ...common, styles: ofStyles, background: colour },
          placeholder: (name) => {
            const kind = RUNNING.get(name)?.placeholder;
            return kind === undefined ? '' : `<p:ph type="${kind}"/>`;
          },
        }),
      )
    : '';
  const target = targetOf(deck, {
    ...{ ...common, styles, background: colour },
    placeholder: (name) => {
      if (name === 'title') return `<p:ph type="${isTitlePage ? 'ctrTitle' : 'title'}"/>`;
      if (name === 'subtitle') return '<p:ph type="subTitle" idx="1"/>';
      return name === 'outline' ? '<p:ph type="body" idx="1"/>' : '';
    },
  });
  const shapes = running + shapesXml(page, target);
  if (master) related.add('slideLayout', master.layoutPart);
  const said = notesBody(deck, page);
  const notesPart = `ppt/notesSlides/notesSlide${number}.xml`;
  if (said !== undefined) related.add('notesSlide', notesPart);
  const ofMaster = hasMasterShapes ? master?.notes : undefined;
  const all: PageNotes = {
    near: new Set([...notes.near, ...(ofMaster?.near ?? [])]),
    lost: new Map([...(ofMaster?.lost ?? []), ...notes.lost]),
  };
  const xml = office.slideXml({
    ...{ name: page.attributes['draw:name'] ?? '', shapes, background: background?.fill, hasMasterShapes },
    isHidden: properties.get('presentation:visibility') === 'hidden',
    after: transitionXml(page, properties) + timingXml(page, ids.targetOf),
  });
  return {
    part,
    parts: [
      ...office.partsOf(part, xml, related),
      ...(said === undefined ? [] : office.partsOf(notesPart, office.notesXml(said))),
    ],
    warnings: linesOf(number, all, childAt(page, 'presentation:animations') !== undefined),
  };
}

/** The title in the file's properties. */
async function titleOf(files: OdpFiles): Promise<string> {
  const meta = await files.xml('meta.xml');
  return inOneLine(textIn(descendantsOf(meta, 'dc:title')[0]));
}

export interface OdpOptions {
  /** The most pages, hidden ones too. */
  maxSlides: number;
  /** Bytes of XML of the translation, at most. */
  mostWritten?: number;
}

/**
 * Writes an OpenDocument deck as a PPTX in memory, so that the readers and makers of PPTX take it: its pages, masters, notes, styles,
 * tables, pictures, transitions and animations. What has no place there is in the warnings.
 * @throws DeckRefusal for a file that is not sound, or no presentation, or that becomes too long; for one with too many pages before any is
 * translated
 */
export async function odpAsPptx(
  file: Uint8Array,
  { maxSlides, mostWritten = MAX_WRITTEN }: OdpOptions,
): Promise<TranslatedDeck> {
  const deck = await openDeck(file);
  const pages = childElements(deck.body, 'draw:page');
  refuseTooManySlides(pages.length, maxSlides);
  const entries: StoredEntry[] = [...office.partsOf(THEME, office.themeXml())];
  let written = 0;
  const put = (parts: readonly StoredEntry[]): void => {
    written += parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (written > mostWritten)
      throw new DeckRefusal(
        'import_too_large',
        'The file has too many shapes and texts. Split the deck, and send the parts.',
      );
    entries.push(...parts);
  };
  const ofPresentation = office.relations();
  const used = new Set(pages.map(({ attributes }) => attributes['draw:master-page-name']));
  const masters = new Map<string, Master>();
  const listed: { relation: string; id: number }[] = [];
  for (const page of deck.masters.filter(({ attributes }) => used.has(attributes['style:name']))) {
    const master = writeMaster(deck, page, masters.size + 1);
    listed.push({ relation: ofPresentation.add('slideMaster', master.part), id: FIRST_ID + 2 * (masters.size + 1) });
    masters.set(page.attributes['style:name'] ?? '', master);
    put(master.parts);
  }
  ofPresentation.add('theme', THEME);
  const slides: string[] = [];
  const warnings: DeckWarning[] = [];
  for (const [at, page] of pages.entries()) {
    const slide = writeSlide(deck, page, at + 1, masters.get(page.attributes['draw:master-page-name'] ?? ''));
    put(slide.parts);
    slides.push(ofPresentation.add('slide', slide.part));
    warnings.push(...slide.warnings);
  }
  const size = sizeOf(masters.values().next().value?.page, deck);
  put(
    office.partsOf('ppt/presentation.xml', office.presentationXml(slides, listed, size, deck.language), ofPresentation),
  );
  put(office.partsOf('docProps/core.xml', office.coreXml(await titleOf(deck.files))));
  const root = office.relations();
  root.add('officeDocument', 'ppt/presentation.xml');
  entries.push({ name: '_rels/.rels', bytes: Buffer.from(root.xml()) }, ...deck.files.entries());
  const uses = [...masters].map(([name, master]) => ({
    ...{ name, background: master.background.colour },
    count: pages.filter(({ attributes }) => attributes['draw:master-page-name'] === name).length,
  }));
  return {
    pptx: storeZip([office.contentTypes(entries.map(({ name }) => name)), ...entries]),
    warnings,
    brand: odpBrand(deck.ofStyles, uses),
  };
}
