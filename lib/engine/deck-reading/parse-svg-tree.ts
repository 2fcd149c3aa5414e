import { SaxesParser } from 'saxes';

/** The number of XML faults at which an SVG is given up. */
const MAX_FAULTS = 100;
/** The deepest nesting of elements: the library that draws an SVG accepts 256 (libxml2). */
const MAX_DEPTH = 256;
/** The highest number of elements of an SVG. */
const MAX_ELEMENTS = 200_000;
/** The highest number of entities that an SVG may define. Files of Illustrator define seven, each a namespace. */
const MAX_ENTITIES = 100;
/** The longest text of an entity. */
const MAX_ENTITY_CHARACTERS = 200;
/** The highest number of characters of attributes and texts, with entities expanded, for each character of the file. */
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

const localNameOf = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

/** The error for an SVG that is beyond a limit, or contains what may hide elements from this reader. */
class UnreadableSvgError extends Error {}

/**
 * The entities that a DOCTYPE defines.
 * @param doctype its text, without `<!DOCTYPE` and `>`
 * @throws UnreadableSvgError for entities with markup or references, for too many or too long ones, and for default attributes of elements
 */
function readEntities(doctype: string): Record<string, string> {
  const declarations = doctype.split('<!');
  // An attribute with a default value is one of every element of its name; those of namespaces change nothing.
  const definesAttributes = declarations.some(
    (declaration) =>
      declaration.startsWith('ATTLIST') &&
      /["']/.test(declaration.replaceAll(/\sxmlns(?::[\w-]+)?\s+CDATA\s+#FIXED\s+(["'])[^"']*\1/g, '')),
  );
  const entities = declarations.filter((declaration) => declaration.startsWith('ENTITY'));
  if (definesAttributes || entities.length > MAX_ENTITIES) throw new UnreadableSvgError();
  return Object.fromEntries(
    entities.map((entity) => {
      const [, name, , text] = /^ENTITY\s+([\w.-]+)\s+(["'])([^"'<&%]*)\2\s*>?\s*/.exec(entity) ?? [];
      if (name === undefined || text === undefined || text.length > MAX_ENTITY_CHARACTERS)
        throw new UnreadableSvgError();
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
  const openElements = [root];
  let [faultCount, elementCount, characterCount, styleSheets] = [0, 0, 0, ''];
  const countCharacters = (addedCharacters: number): void => {
    characterCount += addedCharacters;
    if (characterCount > MAX_EXPANSION * text.length + MAX_ENTITY_CHARACTERS) throw new UnreadableSvgError();
  };
  const addText = (textPart: string): void => {
    countCharacters(textPart.length);
    const currentElement = openElements.at(-1) ?? root;
    if (currentElement.name === 'style') styleSheets += textPart;
    else currentElement.letters += textPart.length;
  };
  const parser = new SaxesParser({});
  parser.on('error', () => {
    faultCount += 1;
    if (faultCount > MAX_FAULTS) throw new UnreadableSvgError();
  });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!ENCODINGS.test(encoding.toLowerCase())) throw new UnreadableSvgError();
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet') throw new UnreadableSvgError();
  });
  parser.on('doctype', (doctype) => {
    Object.assign(parser.ENTITIES, readEntities(doctype));
  });
  parser.on('opentag', ({ name, attributes }) => {
    elementCount += 1;
    const localName = localNameOf(name);
    if (elementCount > MAX_ELEMENTS || openElements.length > MAX_DEPTH || localName === 'include')
      throw new UnreadableSvgError();
    for (const value of Object.values(attributes)) countCharacters(value.length);
    const attributesWithoutPrefix = Object.entries(attributes).map(
      ([attributeName, value]) => [localNameOf(attributeName), value] as const,
    );
    const element = {
      name: localName,
      attributes: Object.fromEntries(attributesWithoutPrefix),
      children: [],
      letters: 0,
    };
    openElements.at(-1)?.children.push(element);
    openElements.push(element);
  });
  parser.on('closetag', () => void (openElements.length > 1 && openElements.pop()));
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    parser.write(text.replace(/^\uFEFF/, '')).close();
  } catch (error) {
    if (error instanceof UnreadableSvgError) return undefined;
    throw error;
  }
  return { root, styles: styleSheets };
}
