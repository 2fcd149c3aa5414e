import { makeZip, type ZipPart } from './zip.ts';

const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

/** A slide of a deck that a test makes. */
export interface TestSlide {
  /** Shapes of its tree, as XML. */
  shapes?: string;
  /** Its background, as XML. */
  background?: string;
  notes?: readonly string[];
  /** Shapes of its notes page, as XML, instead of `notes`. */
  notesShapes?: string;
  isHidden?: boolean;
  /** XML after the tree: timing, transition. */
  after?: string;
  /** Relations by id: the type's last word, and the part's name under `ppt/`. */
  relations?: Readonly<Record<string, readonly [type: string, part: string]>>;
}

export interface TestDeck {
  slides: readonly TestSlide[];
  /** More parts, by their names. */
  parts?: Readonly<Record<string, Uint8Array | string>>;
  title?: string;
  /** Sides of a slide; absent: 1000 × 1000, which is too small to be drawn. */
  sides?: readonly [width: number, height: number];
  /** Files of the fonts that it brings, by their families: the regular face, and the bold one. */
  fonts?: Readonly<Record<string, { regular?: Uint8Array; bold?: Uint8Array }>>;
  /** Names of the parts of slides in the order of the deck; absent: as they are listed. */
  order?: readonly number[];
}

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const relation = (id: string, type: string, target: string, mode = ''): string =>
  `<Relationship Id="${id}" Type="${TYPES}${type}" Target="${target}"${mode}/>`;
const relations = (inner: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;

/** A text shape. @param paragraphs texts; one with a number before it has that level, as `1:text` */
export function textShape(
  id: number,
  type: string | null,
  paragraphs: readonly string[],
  { box = '', run = '' }: { box?: string; run?: string } = {},
): string {
  const lines = paragraphs.map((line) => {
    const [, level = '0', text = line] = /^(\d):(.*)$/s.exec(line) ?? [];
    return `<a:p><a:pPr lvl="${level}"/><a:r><a:rPr ${run}/><a:t>${escapeXml(text)}</a:t></a:r></a:p>`;
  });
  const placeholder = type === null ? '' : `<p:ph${type === 'obj' ? '' : ` type="${type}"`}/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${box}</p:spPr><p:txBody><a:bodyPr/>${lines.join('')}</p:txBody></p:sp>`;
}

/** A text shape of one paragraph. @param content its runs, fields and equations, as XML */
export const richShape = (id: number, placeholder: string | null, content: string, box = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s"/><p:cNvSpPr/><p:nvPr>${placeholder === null ? '' : `<p:ph ${placeholder}/>`}</p:nvPr></p:nvSpPr><p:spPr>${box}</p:spPr><p:txBody><a:bodyPr/><a:p>${content}</a:p></p:txBody></p:sp>`;

/** A run of text. */
export const run = (text: string): string => `<a:r><a:t>${escapeXml(text)}</a:t></a:r>`;

/** Where a shape is: parts of a slide of 1000 × 1000 in a deck of this module. */
export const boxAt = (x: number, y: number, width: number, height: number): string =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`;

/** A picture by the id of its relation. */
export const pictureShape = (id: number, relationId: string, box: string, alt = '', media = ''): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="p" descr="${alt}"/><p:cNvPicPr/><p:nvPr>${media}</p:nvPr></p:nvPicPr><p:blipFill><a:blip r:embed="${relationId}"/></p:blipFill><p:spPr>${box}</p:spPr></p:pic>`;

/** A frame that has a table, a chart or a diagram. */
export const frameShape = (id: number, kind: string, inner: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="f"/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="500" cy="500"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/${kind}">${inner}</a:graphicData></a:graphic></p:graphicFrame>`;

/** A table of texts. */
export const tableXml = (rows: readonly (readonly string[])[], hasHeader = true): string =>
  `<a:tbl><a:tblPr${hasHeader ? ' firstRow="1"' : ''}/><a:tblGrid/>${rows
    .map(
      (row) =>
        `<a:tr h="1">${row.map((cell) => `<a:tc><a:txBody><a:p><a:r><a:t>${escapeXml(cell)}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
    )
    .join('')}</a:tbl>`;

/** The part of a chart with cached values. */
export function chartPart(
  plot: string,
  categories: readonly string[],
  series: Readonly<Record<string, readonly (number | null)[]>>,
  { settings = '', format = 'General' } = {},
): string {
  const points = (values: readonly (string | number | null)[]): string =>
    `<c:ptCount val="${values.length}"/>${values.map((value, at) => (value === null ? '' : `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`)).join('')}`;
  const rows = Object.entries(series).map(
    ([name, values]) =>
      `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(categories)}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`,
  );
  return `<c:chartSpace ${NAMESPACES}><c:chart><c:plotArea><c:${plot}>${settings}${rows.join('')}</c:${plot}></c:plotArea></c:chart></c:chartSpace>`;
}

function slideParts(
  { shapes = '', background = '', notes, notesShapes, isHidden = false, after = '', relations: own = {} }: TestSlide,
  name: string,
): ZipPart[] {
  const xml = `<p:sld ${NAMESPACES}${isHidden ? ' show="0"' : ''}><p:cSld>${background}<p:spTree>${shapes}</p:spTree></p:cSld>${after}</p:sld>`;
  const pointers = Object.entries(own).map(([id, [type, part]]) => relation(id, type, `../${part}`));
  const parts = [{ name: `ppt/slides/${name}.xml`, bytes: xml }];
  if (notes || notesShapes !== undefined) {
    const written = notesShapes ?? textShape(2, 'sldNum', ['7']) + textShape(3, 'body', notes ?? []);
    pointers.push(relation('rIdNotes', 'notesSlide', `../notesSlides/${name}.xml`));
    parts.push({
      name: `ppt/notesSlides/${name}.xml`,
      bytes: `<p:notes ${NAMESPACES}><p:cSld><p:spTree>${written}</p:spTree></p:cSld></p:notes>`,
    });
  }
  return [...parts, { name: `ppt/slides/_rels/${name}.xml.rels`, bytes: relations(pointers.join('')) }];
}

/** The parts of a PPTX, as small as readers take it. */
export function pptxParts({
  slides,
  parts = {},
  title = '',
  sides = [1000, 1000],
  order,
  fonts = {},
}: TestDeck): ZipPart[] {
  const names = slides.map((_, at) => `slide${at + 1}`);
  const listed = (order ?? slides.map((_, at) => at)).map(
    (at, place) => `<p:sldId id="${256 + place}" r:id="rId${at + 1}"/>`,
  );
  const faces = Object.entries(fonts).flatMap(([family, files], at) =>
    Object.entries(files).map(([style, bytes]) => ({ family, style, bytes, id: `rIdFont${at}${style}` })),
  );
  const embedded = Object.keys(fonts).map(
    (family) =>
      `<p:embeddedFont><p:font typeface="${family}"/>${faces
        .filter((face) => face.family === family)
        .map(({ style, id }) => `<p:${style} r:id="${id}"/>`)
        .join('')}</p:embeddedFont>`,
  );
  return [
    { name: '[Content_Types].xml', bytes: '<Types/>' },
    { name: '_rels/.rels', bytes: relations(relation('rId1', 'officeDocument', 'ppt/presentation.xml')) },
    {
      name: 'ppt/presentation.xml',
      bytes: `<p:presentation ${NAMESPACES}><p:sldIdLst>${listed.join('')}</p:sldIdLst><p:sldSz cx="${sides[0]}" cy="${sides[1]}"/><p:embeddedFontLst>${embedded.join('')}</p:embeddedFontLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      bytes: relations(
        [
          ...names.map((name, at) => relation(`rId${at + 1}`, 'slide', `slides/${name}.xml`)),
          ...faces.map(({ id }) => relation(id, 'font', `fonts/${id}.fntdata`)),
        ].join(''),
      ),
    },
    ...faces.map(({ id, bytes }) => ({ name: `ppt/fonts/${id}.fntdata`, bytes })),
    ...(title === ''
      ? []
      : [
          {
            name: 'docProps/core.xml',
            bytes: `<cp:p xmlns:cp="c" xmlns:dc="d"><dc:title>${escapeXml(title)}</dc:title></cp:p>`,
          },
        ]),
    ...slides.flatMap((slide, at) => slideParts(slide, names[at] ?? '')),
    ...Object.entries(parts).map(([name, bytes]) => ({ name, bytes })),
  ];
}

/** A PPTX. */
export const makePptx = (deck: TestDeck): Buffer => makeZip(pptxParts(deck));
