import { childElements, descendantsOf, type OfficeXmlElement } from './xml.ts';

/** Numbers for the fields of a slide. */
export interface SlideNumberValues {
  /** The number of the slide. The first slide of a deck may have any number. */
  number: number;
  /** Number of slides in the deck. */
  count: number;
}

/** Text of a field that no program has filled: `‹#›`, `<date/time>`. */
const UNFILLED_FIELD_TEXT = /^\s*[‹<].*[›>]\s*$/s;

/**
 * Fills the fields of a part with the number of the slide and the number of slides. A date stays as it was saved; a field that was never
 * filled becomes empty.
 */
export function fillSlideNumberFields(part: OfficeXmlElement, { number, count }: SlideNumberValues): void {
  const values = new Map([
    ['slidenum', number],
    ['slidecount', count],
  ]);
  for (const field of descendantsOf(part, 'a:fld')) {
    const value = values.get(field.attributes.type ?? '');
    for (const text of childElements(field, 'a:t')) {
      if (value !== undefined) text.children = [String(value)];
      else if (text.children.every((child) => typeof child === 'string' && UNFILLED_FIELD_TEXT.test(child)))
        text.children = [];
    }
  }
}

/** Reports whether a text consists of fields only, such as the number of a slide or a date. */
export function hasOnlyTextFields(body: OfficeXmlElement | undefined): boolean {
  if (descendantsOf(body, 'a:fld').length === 0) return false;
  const runs = [...descendantsOf(body, 'a:r'), ...descendantsOf(body, 'm:r')];
  return runs.every((run) => !/[\p{L}\p{N}]/u.test(textWithin(run)));
}

const textWithin = (element: OfficeXmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textWithin(child))).join('');
