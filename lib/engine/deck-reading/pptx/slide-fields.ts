import { childElements, descendantsOf, type PartElement } from './xml.ts';

/** Numbers that fields of a slide show. */
export interface SlideNumbers {
  /** The number of the slide as the deck counts, which may start at any number. */
  number: number;
  /** All slides of the deck. */
  count: number;
}

/** Text of a field that no program has filled: `‹#›`, `<date/time>`. */
const UNFILLED = /^\s*[‹<].*[›>]\s*$/s;

/**
 * Writes into the fields of a part what they show: the slide's number and the number of slides. A date stays the one that the file was
 * saved with; a field that was never filled says nothing.
 */
export function fillFields(part: PartElement, { number, count }: SlideNumbers): void {
  const values = new Map([
    ['slidenum', number],
    ['slidecount', count],
  ]);
  for (const field of descendantsOf(part, 'a:fld')) {
    const value = values.get(field.attributes.type ?? '');
    for (const text of childElements(field, 'a:t')) {
      if (value !== undefined) text.children = [String(value)];
      else if (text.children.every((child) => typeof child === 'string' && UNFILLED.test(child))) text.children = [];
    }
  }
}

/** Reports whether a text says nothing but what fields show: the number of a slide, a date. */
export function isFieldsOnly(body: PartElement | undefined): boolean {
  if (descendantsOf(body, 'a:fld').length === 0) return false;
  const written = [...descendantsOf(body, 'a:r'), ...descendantsOf(body, 'm:r')];
  return written.every((run) => !/[\p{L}\p{N}]/u.test(textWithin(run)));
}

const textWithin = (element: PartElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textWithin(child))).join('');
