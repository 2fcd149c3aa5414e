import type { OfficePackage } from './office-package.ts';
import { descendantsOf } from './xml.ts';

/** The class of a typeface: fixed width, with serifs, or without. */
export type TypefaceShape = 'fixed' | 'serif' | 'sans';

/** PANOSE digits that distinguish forms: ten numbers of two hexadecimal digits (ECMA-376 part 1, 20.1.10.45). */
const TEXT_LETTERS = 2;
const FIXED_PROPORTION = 9;
/** The range of styles with serifs; later styles have none. */
const SERIF_STYLES = { first: 2, last: 10 };

/** Bits of `pitchFamily` (LOGFONT of Windows): the pitch in the lowest two, the family in the upper four. */
const PITCH = 0x03;
const FIXED_PITCH = 0x01;
const FAMILY = 0xf0;
const FORMS: ReadonlyMap<number, TypefaceShape> = new Map([
  [0x10, 'serif'],
  [0x20, 'sans'],
  [0x30, 'fixed'],
]);

function formByPanose(panose: string): TypefaceShape | undefined {
  const [kind, serifs = 0, , proportion] = (panose.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16));
  if (kind !== TEXT_LETTERS) return undefined;
  if (proportion === FIXED_PROPORTION) return 'fixed';
  if (serifs < SERIF_STYLES.first) return undefined;
  return serifs <= SERIF_STYLES.last ? 'serif' : 'sans';
}

function formByFamily(pitchFamily: number): TypefaceShape | undefined {
  return (pitchFamily & PITCH) === FIXED_PITCH ? 'fixed' : FORMS.get(pitchFamily & FAMILY);
}

/** The form of a typeface by the attributes of an element such as `a:latin`; undefined: they do not state it. */
const formOf = ({ panose = '', pitchFamily = '' }: Readonly<Record<string, string>>): TypefaceShape | undefined =>
  formByPanose(panose) ?? formByFamily(Number.parseInt(pitchFamily, 10) || 0);

/**
 * Wraps an Office file so that every part that is read adds the forms of its typefaces to `forms`, by their names in lower case. They help
 * to choose letters for a family that is not listed.
 */
export function collectTypefaceForms(office: OfficePackage): {
  office: OfficePackage;
  forms: Map<string, TypefaceShape>;
} {
  const forms = new Map<string, TypefaceShape>();
  const xml: OfficePackage['xml'] = async (part) => {
    const root = await office.xml(part);
    for (const { attributes } of descendantsOf(root, 'a:latin')) {
      const form = formOf(attributes);
      const name = attributes.typeface?.trim().toLowerCase();
      if (form !== undefined && name !== undefined) forms.set(name, form);
    }
    return root;
  };
  return { office: { ...office, xml }, forms };
}
