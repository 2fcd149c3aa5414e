import { ownPropertyValue } from './own-property-value.ts';

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for the content of an element or the value of an attribute, with the five predefined entities (XML 1.0, section 4.6). */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ownPropertyValue(REFERENCES, sign) ?? sign);

/** Escapes a text for the content of an element, without quotation marks: for formats that define only `&amp;`, `&lt;` and `&gt;`. */
export const escapeXmlContent = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ownPropertyValue(REFERENCES, sign) ?? sign);
