import { ownValue } from './own-value.ts';

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as the content of an element, or as the value of an attribute: the five predefined references of XML 1.0, section 4.6. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ownValue(REFERENCES, sign) ?? sign);

/** A text as the content of an element, its quotation marks as they are: for formats that know only these three references. */
export const escapeXmlContent = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ownValue(REFERENCES, sign) ?? sign);
