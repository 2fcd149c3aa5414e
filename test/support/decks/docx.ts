import { makeZip, type ZipPart } from './zip.ts';

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** A run of text. @param look its properties, as XML */
export const docxRun = (text: string, look = ''): string =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;

/** A paragraph. @param content text, or its runs as XML @param style id of its style @param properties of it, as XML */
export const docxParagraph = (content: string, style = '', properties = ''): string =>
  `<w:p><w:pPr>${style === '' ? '' : `<w:pStyle w:val="${style}"/>`}${properties}</w:pPr>${content.startsWith('<') ? content : docxRun(content)}</w:p>`;

/** An item of a list: of signs (1) or of numbers (2). */
export const docxItem = (text: string, level = 0, list = 1): string =>
  docxParagraph(text, '', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

/** A table of texts. */
export const docxTable = (rows: readonly (readonly string[])[], hasHeader = true): string =>
  `<w:tbl><w:tblPr><w:tblLook w:firstRow="${hasHeader ? 1 : 0}"/></w:tblPr>${rows
    .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${docxParagraph(cell)}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`;

/** A run with something drawn. @param kind last word of its kind @param inner what is drawn, as XML */
export const docxDrawing = (kind: string, inner: string, alt = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="4000000" cy="3000000"/><wp:docPr id="1" name="d" descr="${alt}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/${kind}">${inner}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/** A run with a picture by the id of its relation. @param crop what is cut off, as XML */
export const docxPicture = (relation: string, alt = '', crop = ''): string =>
  docxDrawing(
    'picture',
    `<pic:pic><pic:blipFill><a:blip r:embed="${relation}"/>${crop}<a:stretch><a:fillRect/></a:stretch></pic:blipFill></pic:pic>`,
    alt,
  );

/** A document that a test makes. */
export interface TestDocument {
  /** Its paragraphs and tables, as XML. */
  body: string;
  /** Styles next to the usual ones, as XML. */
  styles?: string;
  language?: string;
  title?: string;
  /** Relations by id: the type's last word, and the part's name under `word/`, or an address. */
  relations?: Readonly<Record<string, readonly [type: string, part: string]>>;
  /** More parts, by their names. */
  parts?: Readonly<Record<string, Uint8Array | string>>;
}

const style = (id: string, name: string, properties = '', base = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${base === '' ? '' : `<w:basedOn w:val="${base}"/>`}${properties}</w:style>`;

/** Styles as Word has them: those of other languages have other ids and the same names. */
const STYLES = [
  style('Titel', 'Title'),
  style('Untertitel', 'Subtitle'),
  ...[1, 2, 3].map((level) =>
    style(`berschrift${level}`, `heading ${level}`, `<w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr>`),
  ),
  style('Eigen', 'My heading', '', 'berschrift2'),
  style('Listen', 'List Bullet', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
  style('Listen2', 'List Bullet 2', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
  style('Zitat', 'Quote'),
  style('Quelltext', 'Source Code', '<w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr>'),
  style('Verzeichnis1', 'toc 1'),
].join('');

const level = (at: number, format: string): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`;
const NUMBERING = ['bullet', 'decimal']
  .map(
    (format, at) =>
      `<w:abstractNum w:abstractNumId="${at}">${[0, 1, 2].map((depth) => level(depth, format)).join('')}</w:abstractNum>`,
  )
  .concat([1, 2].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id - 1}"/></w:num>`))
  .join('');

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${TYPES}${type}" Target="${target}"${/^https?:/.test(target) ? ' TargetMode="External"' : ''}/>`;
const relations = (inner: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;

/** The parts of a DOCX, as small as readers take it. */
export function docxParts({
  body,
  styles = '',
  language = 'en-GB',
  title = '',
  relations: own = {},
  parts = {},
}: TestDocument): ZipPart[] {
  const pointers = Object.entries(own).map(([id, [type, part]]) => relation(id, type, part));
  return [
    { name: '[Content_Types].xml', bytes: '<Types/>' },
    { name: '_rels/.rels', bytes: relations(relation('rId1', 'officeDocument', 'word/document.xml')) },
    { name: 'word/document.xml', bytes: `<w:document ${NAMESPACES}><w:body>${body}<w:sectPr/></w:body></w:document>` },
    {
      name: 'word/_rels/document.xml.rels',
      bytes: relations(
        relation('rIdS', 'styles', 'styles.xml') + relation('rIdN', 'numbering', 'numbering.xml') + pointers.join(''),
      ),
    },
    {
      name: 'word/styles.xml',
      bytes: `<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="${language}" w:eastAsia="ja-JP"/></w:rPr></w:rPrDefault></w:docDefaults>${STYLES}${styles}</w:styles>`,
    },
    { name: 'word/numbering.xml', bytes: `<w:numbering ${NAMESPACES}>${NUMBERING}</w:numbering>` },
    {
      name: 'docProps/core.xml',
      bytes: `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`,
    },
    ...Object.entries(parts).map(([name, bytes]) => ({ name, bytes })),
  ];
}

/** A document of Word. */
export const makeDocx = (document: TestDocument): Buffer => makeZip(docxParts(document));
