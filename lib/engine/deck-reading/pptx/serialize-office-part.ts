import { escapeXml, escapeXmlContent } from '#kernel/shared/escape-xml.ts';
import { isKnownNamespace, NAMESPACE_DECLARATIONS, PACKAGE_RELATIONSHIPS_NAMESPACE } from './namespaces.ts';
import { childElements, type OfficeXmlElement } from './xml.ts';

/** Attributes whose values are namespace prefixes of the original file, which the written part does not declare. */
const ATTRIBUTES_WITH_PREFIXES = new Set(['mc:Ignorable', 'mc:ProcessContent', 'mc:MustUnderstand']);

const attributeXml = ([name, value]: readonly [string, string]): string =>
  ` ${name}="${escapeXml(value).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`)}"`;

/** Reports whether an attribute is written: namespaces that the readers know are declared once, at the root. */
const isWrittenAttribute = ([name, value]: readonly [string, string]): boolean =>
  name === 'xmlns' || name.startsWith('xmlns:') ? !isKnownNamespace(value) : !ATTRIBUTES_WITH_PREFIXES.has(name);

/** An element as XML. @param declarationsXml the attributes of its namespaces, which come first */
function elementXml({ name, attributes, children }: OfficeXmlElement, declarationsXml: string): string {
  const startTagXml = `${name}${declarationsXml}${Object.entries(attributes).filter(isWrittenAttribute).map(attributeXml).join('')}`;
  const childrenXml = children.map((child) =>
    typeof child === 'string' ? escapeXmlContent(child) : elementXml(child, ''),
  );
  return childrenXml.length === 0 ? `<${startTagXml}/>` : `<${startTagXml}>${childrenXml.join('')}</${name}>`;
}

/** Serializes a part of an Office file as XML, with the namespace prefixes that the readers use. @param document as `parsePartXml` gives it */
export function serializeOfficePart(document: OfficeXmlElement): string {
  const [root] = childElements(document);
  if (!root) return '';
  const rootAttributeNames = new Set(
    Object.entries(root.attributes)
      .filter(isWrittenAttribute)
      .map(([name]) => name),
  );
  const namespaceAttributes = NAMESPACE_DECLARATIONS.filter(([name]) => !rootAttributeNames.has(name)).map(
    attributeXml,
  );
  // A root without a prefix is that of a relations part: the readers name only its elements without a prefix.
  const defaultNamespaceXml = root.name.includes(':') ? '' : attributeXml(['xmlns', PACKAGE_RELATIONSHIPS_NAMESPACE]);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${elementXml(root, `${defaultNamespaceXml}${namespaceAttributes.join('')}`)}`;
}
