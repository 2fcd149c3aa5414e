import { isKnownNamespacePrefix } from './namespaces.ts';
import { childElements, type OfficeXmlElement } from './xml.ts';

/** Reports whether an element offers its content in several forms (ECMA-376, part 3). */
export const isAlternateContent = ({ name }: OfficeXmlElement): boolean => name === 'mc:AlternateContent';

const canBeRead = ({ attributes: { Requires = '' } }: OfficeXmlElement): boolean =>
  Requires.split(' ').every((prefix) => prefix === '' || isKnownNamespacePrefix(prefix));

/**
 * Reads alternate content in its first alternative with content: a choice whose namespaces are known, else the fallback. If neither has
 * content, another choice with content is read, because its texts are better than none. If no alternative has content, the result is that
 * of the first choice, for the report. Each alternative is read at most once, because alternatives are nested.
 * @param read reads an alternative
 * @param hasContent reports whether the result has content that can be imported
 * @returns undefined for an element without a choice
 */
export function readAlternateContent<Reading>(
  alternate: OfficeXmlElement,
  read: (alternative: OfficeXmlElement) => Reading,
  hasContent: (reading: Reading) => boolean,
): Reading | undefined {
  const choices = childElements(alternate, 'mc:Choice');
  const readings = new Map<OfficeXmlElement, Reading>();
  for (const alternative of new Set([
    ...choices.filter(canBeRead),
    ...childElements(alternate, 'mc:Fallback'),
    ...choices,
  ])) {
    const reading = read(alternative);
    if (hasContent(reading)) return reading;
    readings.set(alternative, reading);
  }
  return choices[0] && readings.get(choices[0]);
}
