import { SaxesParser } from 'saxes';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { DECK_LIMITS } from '../deck-limits.ts';
import { DeckRefusal } from '../deck-warning.ts';
import {
  EMPTY_NAMESPACE_SCOPE,
  type NamespaceScope,
  namespaceScopeWithin,
  namespacesRequiredByChoice,
  toCanonicalAttributeName,
  toCanonicalElementName,
} from './namespaces.ts';

/**
 * An element of XML. Its name and those of its attributes have the prefixes of `namespaces.ts`, which may differ from those of the file.
 */
export interface OfficeXmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (OfficeXmlElement | string)[];
}

/**
 * Parses XML into a plain tree. A DOCTYPE is refused, so that no entity of a file is expanded.
 * @returns the document: an element without a name that contains the root
 * @throws DeckRefusal for XML that is not well-formed, and for more elements or depth than `DECK_LIMITS`
 */
export function parsePartXml(bytes: Uint8Array): OfficeXmlElement {
  const document: OfficeXmlElement = { name: '', attributes: {}, children: [] };
  const openElements: OfficeXmlElement[] = [document];
  const scopes: NamespaceScope[] = [EMPTY_NAMESPACE_SCOPE];
  let elementCount = 0;
  const parser = new SaxesParser({});
  const throwRefusal = (code: 'import_invalid' | 'import_too_large', message: string): never => {
    throw new DeckRefusal(code, message);
  };
  parser.on('error', (error) =>
    throwRefusal('import_invalid', `The file is damaged: its XML is not well-formed (${error.message}).`),
  );
  parser.on('doctype', () =>
    throwRefusal('import_invalid', 'The XML of the file has a DOCTYPE, which no Office file has.'),
  );
  parser.on('opentag', ({ name, attributes }) => {
    elementCount += 1;
    if (elementCount > DECK_LIMITS.elements)
      throwRefusal('import_too_large', `A part of the file has more than ${DECK_LIMITS.elements} elements.`);
    if (openElements.length > DECK_LIMITS.depth)
      throwRefusal('import_invalid', 'The XML of the file is nested too deep.');
    const scope = namespaceScopeWithin(scopes.at(-1) ?? EMPTY_NAMESPACE_SCOPE, attributes);
    const element = createElement(name, attributes, scope);
    openElements.at(-1)?.children.push(element);
    openElements.push(element);
    scopes.push(scope);
  });
  parser.on('closetag', () => {
    openElements.pop();
    scopes.pop();
  });
  parser.on('text', (text) => void openElements.at(-1)?.children.push(text));
  parser.on('cdata', (text) => void openElements.at(-1)?.children.push(text));
  // Office writes UTF-8. Bytes in another encoding are not well-formed XML in UTF-8, and are refused.
  parser
    .write(
      Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
    .close();
  return document;
}

/** Creates an element from a tag, with the prefixes of the readers. */
function createElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  scope: NamespaceScope,
): OfficeXmlElement {
  const prefixedAttributes = Object.entries(attributes).map(
    ([name, value]) => [toCanonicalAttributeName(name, scope), value] as const,
  );
  const element = {
    name: toCanonicalElementName(name, scope),
    attributes: Object.fromEntries(prefixedAttributes),
    children: [],
  };
  const { Requires: requiredPrefixes } = element.attributes;
  return element.name === 'mc:Choice' && requiredPrefixes !== undefined
    ? {
        ...element,
        attributes: { ...element.attributes, Requires: namespacesRequiredByChoice(requiredPrefixes, scope) },
      }
    : element;
}

const isElement = (child: OfficeXmlElement | string): child is OfficeXmlElement => typeof child !== 'string';

/** The alternative for programs that do not support an extension. It repeats the content of `mc:Choice`. */
const FALLBACK_ELEMENT = 'mc:Fallback';

/** The child elements with a name; all of them without a name. */
export const childElements = (element: OfficeXmlElement | undefined, name?: string): OfficeXmlElement[] =>
  (element?.children ?? []).filter(isElement).filter((child) => name === undefined || child.name === name);

/**
 * The element at the end of a path of names, each of which selects the first child with that name; undefined if the path does not exist.
 */
export const childElementAtPath = (
  element: OfficeXmlElement | undefined,
  ...path: readonly string[]
): OfficeXmlElement | undefined =>
  path.reduce<OfficeXmlElement | undefined>(
    (parent, name) =>
      parent?.children.find((child): child is OfficeXmlElement => isElement(child) && child.name === name),
    element,
  );

/** All descendants with a name, in the order of the document, except those in fallbacks. */
export function descendantsOf(element: OfficeXmlElement | undefined, name: string): OfficeXmlElement[] {
  const descendants: OfficeXmlElement[] = [];
  const walk = (current: OfficeXmlElement): void => {
    for (const child of current.children) {
      if (!isElement(child) || child.name === FALLBACK_ELEMENT) continue;
      if (child.name === name) descendants.push(child);
      walk(child);
    }
  };
  if (element) walk(element);
  return descendants;
}

/** The text of an element, without that of its child elements. */
export const directTextOfElement = (element: OfficeXmlElement | undefined): string =>
  (element?.children ?? []).filter((child) => typeof child === 'string').join('');

/** The finite number in an attribute; undefined if the attribute is absent or has another value. */
export function numberInAttribute(element: OfficeXmlElement | undefined, attribute: string): number | undefined {
  const value = Number(ownPropertyValue(element?.attributes, attribute) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

/** Reports whether an attribute is true: a boolean of XML Schema, or `on` (ST_OnOff). */
export const isAttributeTrue = (element: OfficeXmlElement | undefined, attribute: string): boolean =>
  ['1', 'true', 'on'].includes(ownPropertyValue(element?.attributes, attribute) ?? '');

/** Reports whether an attribute is false: a boolean of XML Schema, or `off` (ST_OnOff). */
export const isAttributeFalse = (element: OfficeXmlElement | undefined, attribute: string): boolean =>
  ['0', 'false', 'off'].includes(ownPropertyValue(element?.attributes, attribute) ?? '');
