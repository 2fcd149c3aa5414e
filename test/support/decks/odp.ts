import { makeZip } from './zip.ts';

const OPEN_DOCUMENT = 'urn:oasis:names:tc:opendocument:xmlns:';
const NAMESPACES = `${Object.entries({
  ...{ office: 'office', style: 'style', text: 'text', table: 'table', draw: 'drawing', svg: 'svg-compatible' },
  ...{
    fo: 'xsl-fo-compatible',
    presentation: 'presentation',
    smil: 'smil-compatible',
    anim: 'animation',
    chart: 'chart',
  },
})
  .map(([prefix, name]) => `xmlns:${prefix}="${OPEN_DOCUMENT}${name}:1.0"`)
  .join(' ')} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"`;

/** A deck of OpenDocument that a test makes. */
export interface TestOdp {
  /** Its pages, as XML: `draw:page`, and declarations before them. */
  pages: string;
  /** Automatic styles of its content, as XML. */
  automatic?: string;
  /** Common styles, as XML. */
  styles?: string;
  /** Automatic styles of its masters, as XML. */
  ofMasters?: string;
  /** Shapes of its master, as XML. */
  master?: string;
  /** More files, by their names. */
  parts?: Readonly<Record<string, Uint8Array | string>>;
  title?: string;
  /** The last word of its media type. */
  kind?: string;
}

/** A page, by the name of its style. */
export const page = (inner: string, style = 'dp1', name = 'page'): string =>
  `<draw:page draw:name="${name}" draw:style-name="${style}" draw:master-page-name="Master">${inner}</draw:page>`;

/** Where a shape is, in centimetres. */
export const at = (x: number, y: number, width: number, height: number): string =>
  `svg:x="${x}cm" svg:y="${y}cm" svg:width="${width}cm" svg:height="${height}cm"`;

/** A text box. @param paragraphs as XML @param attributes of its frame */
export const textBox = (paragraphs: string, attributes: string): string =>
  `<draw:frame ${attributes}><draw:text-box>${paragraphs}</draw:text-box></draw:frame>`;

/** The notes of a page. */
export const notes = (...paragraphs: readonly string[]): string =>
  `<presentation:notes>${textBox(paragraphs.map((text) => `<text:p>${text}</text:p>`).join(''), `presentation:class="notes" ${at(2, 13, 17, 12)}`)}</presentation:notes>`;

/** A document of another kind in the file: a chart. */
export const document = (automatic: string, body: string): string =>
  `<office:document-content ${NAMESPACES}><office:automatic-styles>${automatic}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`;

/** A style. @param groups as XML */
export const style = (name: string, family: string, groups: string, parent = ''): string =>
  `<style:style style:name="${name}" style:family="${family}"${parent === '' ? '' : ` style:parent-style-name="${parent}"`}>${groups}</style:style>`;

const PAGE_LAYOUT =
  '<style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="32cm" fo:page-height="18cm"/></style:page-layout>';

/** An ODP of 32 by 18 cm. */
export function makeOdp({
  pages,
  automatic = '',
  styles = '',
  ofMasters = '',
  master = '',
  parts = {},
  title = '',
  kind = 'presentation',
}: TestOdp): Buffer {
  const content = document(automatic, `<office:presentation>${pages}</office:presentation>`);
  const common = `<office:document-styles ${NAMESPACES}><office:styles>${styles}</office:styles><office:automatic-styles>${PAGE_LAYOUT}${ofMasters}</office:automatic-styles><office:master-styles><style:master-page style:name="Master" style:page-layout-name="PM1" draw:style-name="Mdp1">${master}</style:master-page></office:master-styles></office:document-styles>`;
  const files: Record<string, Uint8Array | string> = {
    'content.xml': content,
    'styles.xml': common,
    'meta.xml': `<office:document-meta ${NAMESPACES}><office:meta><dc:title>${title}</dc:title></office:meta></office:document-meta>`,
    'META-INF/manifest.xml': '<manifest/>',
    ...parts,
  };
  return makeZip([
    { name: 'mimetype', bytes: `application/vnd.oasis.opendocument.${kind}`, isStored: true },
    ...Object.entries(files).map(([name, bytes]) => ({ name, bytes })),
  ]);
}
