import { ownValue } from '../../lib/shared/own-value.ts';
import { S3Error } from './errors.ts';

/** Local names only: S3's documents use one namespace, so prefixes and attributes carry nothing. */
export interface XmlElement {
  name: string;
  children: XmlElement[];
  /** Character data directly inside, untrimmed: a key may begin or end with a space. */
  text: string;
}

export type XmlValue =
  | string
  | number
  | boolean
  | undefined
  | { readonly [name: string]: XmlValue }
  | readonly XmlValue[];

// One alternative per kind of token. Document types are left out on purpose, so entity definitions are malformed here.
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[(?<cdata>[\s\S]*?)\]\]>|<\/(?<close>[\w:.-]+)\s*>|<(?<open>[\w:.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?<empty>\/?)>|(?<text>[^<]+)/y;
const ENTITY = /&(?:(?<name>lt|gt|amp|quot|apos)|#(?<decimal>\d{1,7})|#x(?<hex>[0-9a-fA-F]{1,6}));|&/g;
const NAMED_ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The root element of a document. Throws MalformedXML. */
export function parseXml(source: string): XmlElement {
  const document: XmlElement = { name: '', children: [], text: '' };
  const open = [document];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < source.length) {
    const groups = token.exec(source)?.groups;
    const parent = open.at(-1);
    if (!groups || !parent) throw new S3Error('MalformedXML');
    if (groups.open) {
      const element = { name: localName(groups.open), children: [], text: '' };
      parent.children.push(element);
      if (!groups.empty) open.push(element);
    } else if (groups.close) {
      if (open.length === 1 || parent.name !== localName(groups.close)) throw new S3Error('MalformedXML');
      open.pop();
    } else {
      parent.text += groups.cdata ?? unescapeXml(groups.text ?? '');
    }
  }
  const root = document.children[0];
  if (!root || open.length !== 1 || document.children.length !== 1 || document.text.trim())
    throw new S3Error('MalformedXML');
  return root;
}

/** The children of that name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The first child of that name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** The text of the first child of that name. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.text;
}

/** The texts of all children of that name. */
export function textsOf(element: XmlElement, name: string): string[] {
  return childrenOf(element, name).map((child) => child.text);
}

/** A whole document. `undefined` leaves an element out; an array repeats its element. */
export function renderXml(
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
    .flatMap(([name, inner]: [string, XmlValue]) =>
      (Array.isArray(inner) ? inner : [inner]).map((one): [string, XmlValue] => [name, one]),
    )
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `<${name}>${renderContent(inner)}</${name}>`)
    .join('');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a key may hold any character, and a bare one below space is not XML
const SPECIAL = /[<>&"'\x00-\x1f\x7f]/g;

function escapeXml(text: string): string {
  return text.replace(SPECIAL, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
}

function unescapeXml(text: string): string {
  return text.replace(ENTITY, (...match) => {
    const groups = match.at(-1) as Record<string, string | undefined>;
    if (groups.name) return ownValue(NAMED_ENTITIES, groups.name) ?? '';
    const code = groups.decimal ? Number(groups.decimal) : groups.hex ? Number.parseInt(groups.hex, 16) : Number.NaN;
    if (!(code <= 0x10ffff)) throw new S3Error('MalformedXML');
    return String.fromCodePoint(code);
  });
}
