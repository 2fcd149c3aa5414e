import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

const OPEN_DOCUMENT_PREFIX = 'urn:oasis:names:tc:opendocument:xmlns:';

/** Namespaces by the prefixes that the readers use for them. The second address is that of the strict form of ISO/IEC 29500. */
const NAMESPACES: Readonly<Record<string, readonly string[]>> = {
  a: ['http://schemas.openxmlformats.org/drawingml/2006/main', 'http://purl.oclc.org/ooxml/drawingml/main'],
  p: ['http://schemas.openxmlformats.org/presentationml/2006/main', 'http://purl.oclc.org/ooxml/presentationml/main'],
  r: [
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
    'http://purl.oclc.org/ooxml/officeDocument/relationships',
  ],
  c: ['http://schemas.openxmlformats.org/drawingml/2006/chart', 'http://purl.oclc.org/ooxml/drawingml/chart'],
  dgm: ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'http://purl.oclc.org/ooxml/drawingml/diagram'],
  m: ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'http://purl.oclc.org/ooxml/officeDocument/math'],
  mc: ['http://schemas.openxmlformats.org/markup-compatibility/2006'],
  dc: ['http://purl.org/dc/elements/1.1/'],
  a14: ['http://schemas.microsoft.com/office/drawing/2010/main'],
  p14: ['http://schemas.microsoft.com/office/powerpoint/2010/main'],
  asvg: ['http://schemas.microsoft.com/office/drawing/2016/SVG/main'],
  aink: ['http://schemas.microsoft.com/office/drawing/2016/ink'],
  am3d: ['http://schemas.microsoft.com/office/drawing/2017/model3d'],
  cx: ['http://schemas.microsoft.com/office/drawing/2014/chartex'],
  cx1: ['http://schemas.microsoft.com/office/drawing/2015/9/8/chartex'],
  dsp: ['http://schemas.microsoft.com/office/drawing/2008/diagram'],
  v: ['urn:schemas-microsoft-com:vml'],
  o: ['urn:schemas-microsoft-com:office:office'],
  w: [
    'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
    'http://purl.oclc.org/ooxml/wordprocessingml/main',
  ],
  wp: [
    'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
    'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing',
  ],
  wps: ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape'],
  wpg: ['http://schemas.microsoft.com/office/word/2010/wordprocessingGroup'],
  wpc: ['http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas'],
  pic: ['http://schemas.openxmlformats.org/drawingml/2006/picture', 'http://purl.oclc.org/ooxml/drawingml/picture'],
  // OpenDocument.
  office: [`${OPEN_DOCUMENT_PREFIX}office:1.0`],
  style: [`${OPEN_DOCUMENT_PREFIX}style:1.0`],
  text: [`${OPEN_DOCUMENT_PREFIX}text:1.0`],
  table: [`${OPEN_DOCUMENT_PREFIX}table:1.0`],
  draw: [`${OPEN_DOCUMENT_PREFIX}drawing:1.0`],
  dr3d: [`${OPEN_DOCUMENT_PREFIX}dr3d:1.0`],
  fo: [`${OPEN_DOCUMENT_PREFIX}xsl-fo-compatible:1.0`],
  svg: [`${OPEN_DOCUMENT_PREFIX}svg-compatible:1.0`],
  smil: [`${OPEN_DOCUMENT_PREFIX}smil-compatible:1.0`],
  presentation: [`${OPEN_DOCUMENT_PREFIX}presentation:1.0`],
  anim: [`${OPEN_DOCUMENT_PREFIX}animation:1.0`],
  chart: [`${OPEN_DOCUMENT_PREFIX}chart:1.0`],
  loext: ['urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0'],
  drawooo: ['http://openoffice.org/2010/draw'],
  xlink: ['http://www.w3.org/1999/xlink'],
  // The list of relations of a part, whose elements are named without a prefix.
  '': ['http://schemas.openxmlformats.org/package/2006/relationships'],
};

const PREFIX_BY_ADDRESS: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMESPACES).flatMap(([prefix, addresses]) => addresses.map((address) => [address, prefix] as const)),
);

/** Declarations of all prefixes that the readers use, for an XML document that is written from their results. */
export const NAMESPACE_DECLARATIONS: readonly (readonly [attribute: string, address: string])[] = Object.entries(
  NAMESPACES,
).flatMap(([prefix, [address = '']]) => (prefix === '' ? [] : [[`xmlns:${prefix}`, address] as const]));

/** Reports whether an address is that of a namespace of the readers. */
export const isKnownNamespace = (address: string): boolean => PREFIX_BY_ADDRESS.has(address);

/** The URI of the XML namespace of a list of relations. */
export const PACKAGE_RELATIONSHIPS_NAMESPACE = NAMESPACES['']?.[0] ?? '';

/** Reports whether the readers know a namespace. @param prefix from `namespacesRequiredByChoice` */
export const isKnownNamespacePrefix = (prefix: string): boolean => Object.hasOwn(NAMESPACES, prefix);

/**
 * The prefixes that an element declares, with the addresses of their namespaces ('' is the default namespace), and the scope around it.
 * Scopes form a chain, so that the thousands of prefixes that an element may declare are not copied for each of its children.
 */
export interface NamespaceScope {
  /** The addresses of the declared namespaces, by their prefixes. */
  own: ReadonlyMap<string, string>;
  outer?: NamespaceScope | undefined;
}

/** The namespace scope of a document, without any declaration. */
export const EMPTY_NAMESPACE_SCOPE: NamespaceScope = { own: new Map() };

/** The scope within an element. @param attributes of the element, with the prefixes of the file */
export function namespaceScopeWithin(
  outer: NamespaceScope,
  attributes: Readonly<Record<string, string>>,
): NamespaceScope {
  const declarationNames = Object.keys(attributes).filter((name) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (declarationNames.length === 0) return outer;
  return {
    own: new Map(declarationNames.map((name) => [name.slice(6), ownPropertyValue(attributes, name) ?? ''])),
    outer,
  };
}

/** The address of a prefix; undefined if it is not declared. */
function addressOf(prefix: string, scope: NamespaceScope): string | undefined {
  for (let current: NamespaceScope | undefined = scope; current; current = current.outer) {
    const address = current.own.get(prefix);
    if (address !== undefined) return address;
  }
  return undefined;
}

/** The prefix that the readers use for a prefix of the file. The prefix of a namespace that is unknown or not declared is kept. */
const readerPrefixOf = (prefix: string, scope: NamespaceScope): string =>
  PREFIX_BY_ADDRESS.get(addressOf(prefix, scope) ?? '') ?? prefix;

const qualifiedName = (prefix: string, local: string, scope: NamespaceScope): string => {
  const readerPrefix = readerPrefixOf(prefix, scope);
  return readerPrefix === '' ? local : `${readerPrefix}:${local}`;
};

/** The name of an element, with the prefix that the readers use. */
export function toCanonicalElementName(fileName: string, scope: NamespaceScope): string {
  const colon = fileName.indexOf(':');
  return qualifiedName(colon < 0 ? '' : fileName.slice(0, colon), fileName.slice(colon + 1), scope);
}

/** The name of an attribute, with the prefix that the readers use. An attribute without a prefix is in no namespace. */
export function toCanonicalAttributeName(fileName: string, scope: NamespaceScope): string {
  const colon = fileName.indexOf(':');
  return colon < 0 || fileName.startsWith('xmlns:')
    ? fileName
    : qualifiedName(fileName.slice(0, colon), fileName.slice(colon + 1), scope);
}

/**
 * The namespaces that a choice requires, by its list of prefixes. An unknown namespace is represented by its address, so that its prefix is
 * not mistaken for a known one.
 */
export const namespacesRequiredByChoice = (list: string, scope: NamespaceScope): string =>
  list
    .split(/\s+/)
    .filter((prefix) => prefix !== '')
    .map((prefix) => {
      const address = addressOf(prefix, scope);
      return address === undefined ? prefix : (PREFIX_BY_ADDRESS.get(address) ?? address);
    })
    .join(' ');
