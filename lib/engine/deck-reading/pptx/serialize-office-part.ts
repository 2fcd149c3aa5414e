import { escapeXml, escapeXmlContent } from '#kernel/shared/escape-xml.ts';
import { isKnownNamespace, NAMESPACE_DECLARATIONS, RELATIONS_NAMESPACE } from './namespaces.ts';
import { childElements, type OfficeXmlElement } from './xml.ts';

/** Attributes whose values are namespace prefixes of the original file, which the written part does not declare. */
const OF_PREFIXES = new Set(['mc:Ignorable', 'mc:ProcessContent', 'mc:MustUnderstand']);

const attribute = ([name, value]: readonly [string, string]): string =>
  ` ${name}="${escapeXml(value).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`)}"`;

/** Declarations of namespaces that the readers know are made once, at the root. */
const isKept = ([name, value]: readonly [string, string]): boolean =>
  name === 'xmlns' || name.startsWith('xmlns:') ? !isKnownNamespace(value) : !OF_PREFIXES.has(name);

function write({ name, attributes, children }: OfficeXmlElement, declared: string): string {
  const open = `${name}${declared}${Object.entries(attributes).filter(isKept).map(attribute).join('')}`;
  const inner = children.map((child) => (typeof child === 'string' ? escapeXmlContent(child) : write(child, '')));
  return inner.length === 0 ? `<${open}/>` : `<${open}>${inner.join('')}</${name}>`;
}

/** A part as XML, with the namespace prefixes that the readers use. @param document as `parsePartXml` gives it */
export function serializeOfficePart(document: OfficeXmlElement): string {
  const [root] = childElements(document);
  if (!root) return '';
  const taken = new Set(
    Object.entries(root.attributes)
      .filter(isKept)
      .map(([name]) => name),
  );
  const prefixes = NAMESPACE_DECLARATIONS.filter(([name]) => !taken.has(name)).map(attribute);
  const plain = root.name.includes(':') ? '' : attribute(['xmlns', RELATIONS_NAMESPACE]);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${write(root, `${plain}${prefixes.join('')}`)}`;
}
