import { isKnownPrefix } from './namespaces.ts';
import { childElements, type PartElement } from './xml.ts';

/** Reports whether an element offers its content in several forms (ECMA-376, part 3). */
export const isAlternate = ({ name }: PartElement): boolean => name === 'mc:AlternateContent';

const isUnderstood = ({ attributes: { Requires = '' } }: PartElement): boolean =>
  Requires.split(' ').every((prefix) => prefix === '' || isKnownPrefix(prefix));

/**
 * The form to read: the first choice that is understood and gives something, or else the fallback. Where neither gives anything, any
 * choice that does: words in a form for programs of tomorrow are better than none; at last the first choice, for the report.
 * @param gives whether something of a form can be taken over
 */
export function chosenForm(alternate: PartElement, gives: (form: PartElement) => boolean): PartElement | undefined {
  const choices = childElements(alternate, 'mc:Choice');
  return (
    [...choices.filter(isUnderstood), ...childElements(alternate, 'mc:Fallback'), ...choices].find(gives) ?? choices[0]
  );
}
