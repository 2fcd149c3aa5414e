import { isKnownNamespacePrefix } from './namespaces.ts';
import { childElements, type OfficeXmlElement } from './xml.ts';

/** Reports whether an element offers its content in several forms (ECMA-376, part 3). */
export const isAlternateContent = ({ name }: OfficeXmlElement): boolean => name === 'mc:AlternateContent';

const isUnderstood = ({ attributes: { Requires = '' } }: OfficeXmlElement): boolean =>
  Requires.split(' ').every((prefix) => prefix === '' || isKnownNamespacePrefix(prefix));

/**
 * Reads alternate content in its first form with content: a choice that is understood, else the fallback. If neither has content, another
 * choice with content is read, because its texts are better than none. If none has content, the first choice is read, for the report. Each
 * form is read once, because forms are nested.
 * @param gives whether the read form has content that can be imported
 * @returns undefined for an element without a form
 */
export function readAlternateContent<Read>(
  alternate: OfficeXmlElement,
  read: (form: OfficeXmlElement) => Read,
  gives: (read: Read) => boolean,
): Read | undefined {
  const choices = childElements(alternate, 'mc:Choice');
  const readings = new Map<OfficeXmlElement, Read>();
  for (const form of new Set([
    ...choices.filter(isUnderstood),
    ...childElements(alternate, 'mc:Fallback'),
    ...choices,
  ])) {
    const reading = read(form);
    if (gives(reading)) return reading;
    readings.set(form, reading);
  }
  return choices[0] && readings.get(choices[0]);
}
