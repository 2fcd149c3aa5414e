import { escapeXml, escapeXmlContent } from '#kernel/shared/escape-xml.ts';
import { isKnownNamespace, NAMESPACE_DECLARATIONS, RELATIONS_NAMESPACE } from './namespaces.ts';
import { childElements, type OfficeXmlElement } from './xml.ts';

/** Attributes whose values are namespace prefixes of the original file, which the written part does not declare. */
const ATTRIBUTES_WITH_PREFIXES = new Set(['mc:Ignorable', 'mc:ProcessContent', 'mc:MustUnderstand']);

const attributeXml = ([name, value]: readonly [string, string]): string =>
  ` ${name}="${escapeXml(value).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`)}"`;

/** Reports whether an attribute is written: namespaces that the readers know are declared once, at the root. */
const isWrittenAttribute = ([name, value]: readonly [string, string]): boolean =>
  name === 'xmlns' || name.startsWith('xmlns:') ? !isKnownNamespace(value) : !ATTRIBUTES_WITH_PREFIXES.has(name);

function elementXml({ name, attributes, children }: OfficeXmlElement, declarationsXml: string): string {
  const tagContent = `${name}${declarationsXml}${Object.entries(attributes).filter(isWrittenAttribute).map(attributeXml).join('')}`;
  const contentXml = children.map((child) =>
    typeof child === 'string' ? escapeXmlContent(child) : elementXml(child, ''),
  );
  return contentXml.length === 0 ? `<${tagContent}/>` : `<${tagContent}>${contentXml.join('')}</${name}>`;
}

/** A part as XML, with the namespace prefixes that the readers use. @param document as `parsePartXml` gives it */
export function serializeOfficePart(document: OfficeXmlElement): string {
  const [root] = childElements(document);
  if (!root) return '';
  const rootAttributeNames = new Set(
    Object.entries(root.attributes)
      .filter(isWrittenAttribute)
      .map(([name]) => name),
  );
  const namespacesXml = NAMESPACE_DECLARATIONS.filter(([name]) => !rootAttributeNames.has(name)).map(attributeXml);
  const defaultNamespaceXml = root.name.includes(':') ? '' : attributeXml(['xmlns', RELATIONS_NAMESPACE]);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${elementXml(root, `${defaultNamespaceXml}${namespacesXml.join('')}`)}`;
}
