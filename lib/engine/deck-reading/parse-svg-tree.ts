import { SaxesParser } from 'saxes';

/** Faults of its XML at which an SVG is given up. */
const MAX_FAULTS = 100;
/** Depth of its elements. What draws an SVG accepts 256 (libxml2). */
const MAX_DEPTH = 256;
/** Elements that are read. */
const MAX_ELEMENTS = 200_000;
/** Entities that an SVG defines. Those of Illustrator have seven, each a namespace. */
const MAX_ENTITIES = 100;
/** Characters of an entity. */
const MAX_ENTITY = 200;
/** Characters of attributes and texts for each character of the file, with entities expanded. */
const MAX_EXPANSION = 2;

/** Encodings in which markup has the bytes of ASCII, as labels in lower case. */
const ENCODINGS = /^(?:utf-?8|us-ascii|ascii|iso-8859-\d+|windows-125\d)$/;

/** An element of an SVG. Prefixes of names are left out. */
export interface SvgElement {
  name: string;
  /** Its attributes. */
  attributes: Readonly<Record<string, string>>;
  children: SvgElement[];
  /** Characters of its text, without that of its children. */
  letters: number;
}

/** The elements of an SVG, and the text of its style sheets. */
export interface SvgTree {
  root: SvgElement;
  /** CSS, without a limit other than the size of the file. */
  styles: string;
}

const withoutPrefix = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

/** Reports why an SVG is not read: it is beyond a limit, or contains what may hide elements. */
class Unreadable extends Error {}

/**
 * The entities that a DOCTYPE defines.
 * @param doctype its text, without `<!DOCTYPE` and `>`
 * @throws Unreadable for entities with markup or references, and for attributes that it gives elements
 */
function entitiesOf(doctype: string): Record<string, string> {
  const declared = doctype.split('<!');
  // An attribute with a default value is one of every element of its name; those of namespaces change nothing.
  const givesAttributes = declared.some(
    (each) =>
      each.startsWith('ATTLIST') &&
      /["']/.test(each.replaceAll(/\sxmlns(?::[\w-]+)?\s+CDATA\s+#FIXED\s+(["'])[^"']*\1/g, '')),
  );
  const entities = declared.filter((each) => each.startsWith('ENTITY'));
  if (givesAttributes || entities.length > MAX_ENTITIES) throw new Unreadable();
  return Object.fromEntries(
    entities.map((entity) => {
      const [, name, , text] = /^ENTITY\s+([\w.-]+)\s+(["'])([^"'<&%]*)\2\s*>?\s*/.exec(entity) ?? [];
      if (name === undefined || text === undefined || text.length > MAX_ENTITY) throw new Unreadable();
      return [name, text];
    }),
  );
}

/**
 * Reads the elements of an SVG in one pass. Faults of the XML are ignored up to a limit: the library that draws the SVG refuses them.
 * @returns undefined for an SVG beyond the limits above, and for one in which elements may be hidden from this reader: by entities with
 * markup, default attributes, inclusions (XInclude), processing instructions or an encoding without ASCII
 */
export function parseSvgTree(text: string): SvgTree | undefined {
  const root: SvgElement = { name: '', attributes: {}, children: [], letters: 0 };
  const open = [root];
  let [faults, elements, characters, styles] = [0, 0, 0, ''];
  const count = (added: number): void => {
    characters += added;
    if (characters > MAX_EXPANSION * text.length + MAX_ENTITY) throw new Unreadable();
  };
  const read = (part: string): void => {
    count(part.length);
    const at = open.at(-1) ?? root;
    if (at.name === 'style') styles += part;
    else at.letters += part.length;
  };
  const parser = new SaxesParser({});
  parser.on('error', () => {
    faults += 1;
    if (faults > MAX_FAULTS) throw new Unreadable();
  });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!ENCODINGS.test(encoding.toLowerCase())) throw new Unreadable();
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet') throw new Unreadable();
  });
  parser.on('doctype', (doctype) => {
    Object.assign(parser.ENTITIES, entitiesOf(doctype));
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    const own = withoutPrefix(name);
    if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH || own === 'include') throw new Unreadable();
    for (const value of Object.values(attributes)) count(value.length);
    const used = Object.entries(attributes).map(([each, value]) => [withoutPrefix(each), value] as const);
    const element = { name: own, attributes: Object.fromEntries(used), children: [], letters: 0 };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void (open.length > 1 && open.pop()));
  parser.on('text', read);
  parser.on('cdata', read);
  try {
    parser.write(text.replace(/^\uFEFF/, '')).close();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
  return { root, styles };
}
