import { XmlElement as Element, parseXml as parse, XmlText } from '@rgrove/parse-xml';
import { S3Error } from './errors.ts';

/** An element of a document. Its name has no prefix: S3's documents use one namespace, and no attributes. */
export interface S3XmlElement {
  name: string;
  children: S3XmlElement[];
  /** The text directly in it, with white space, because a key may start or end with a space. */
  text: string;
}

/** The content of an element to write. */
export type XmlValue =
  | string
  | number
  | boolean
  | undefined
  | { readonly [name: string]: XmlValue }
  | readonly XmlValue[];

/** Parses an XML document of S3. @returns its root element @throws S3Error MalformedXML */
export function parseS3Xml(source: string): S3XmlElement {
  let root: Element | null;
  try {
    root = parse(source).root;
  } catch {
    throw new S3Error('MalformedXML');
  }
  if (!root) throw new S3Error('MalformedXML');
  return elementOf(root);
}

const elementOf = ({ name, children }: Element): S3XmlElement => ({
  name: name.slice(name.indexOf(':') + 1),
  children: children.flatMap((child) => (child instanceof Element ? [elementOf(child)] : [])),
  text: children.map((child) => (child instanceof XmlText ? child.text : '')).join(''),
});

/** Returns all child elements with the given name. */
export function s3XmlChildrenNamed(element: S3XmlElement, name: string): S3XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Returns the first child element with the given name; undefined if there is none. */
export function findS3XmlChild(element: S3XmlElement | undefined, name: string): S3XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** The text of the first child with a name. */
export function findS3XmlChildText(element: S3XmlElement | undefined, name: string): string | undefined {
  return findS3XmlChild(element, name)?.text;
}

/** The texts of all children with a name. */
export function s3XmlTextsOf(element: S3XmlElement, name: string): string[] {
  return s3XmlChildrenNamed(element, name).map((child) => child.text);
}

/** Writes a document. An element with the value `undefined` is omitted; one with an array is repeated. */
export function renderS3Xml(
  root: string,
  value: XmlValue,
  namespace = 'http://s3.amazonaws.com/doc/2006-03-01/',
): string {
  const attribute = namespace ? ` xmlns="${namespace}"` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attribute}>${renderContent(value)}</${root}>`;
}

function renderContent(value: XmlValue): string {
  if (value === undefined) return '';
  if (typeof value !== 'object') return escapeXml(String(value));
  return Object.entries(value)
    .flatMap(([name, content]: [string, XmlValue]) =>
      (Array.isArray(content) ? content : [content]).map((item): [string, XmlValue] => [name, item]),
    )
    .filter(([, content]) => content !== undefined)
    .map(([name, content]) => `<${name}>${renderContent(content)}</${name}>`)
    .join('');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a key may hold any character, and a bare one below space is not XML
const SPECIAL = /[<>&"'\x00-\x1f\x7f]/g;

function escapeXml(text: string): string {
  return text.replace(SPECIAL, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
}
