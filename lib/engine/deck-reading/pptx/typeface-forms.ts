import type { OfficePackage } from './office-package.ts';
import { descendantsOf } from './xml.ts';

/** The class of a typeface: fixed width, with serifs, or without. */
export type GenericTypefaceClass = 'fixed' | 'serif' | 'sans';

/** Values of PANOSE, ten numbers of two hexadecimal digits each (ECMA-376 part 1, 20.1.10.45): the kind of family, and the proportion. */
const LATIN_TEXT_FAMILY = 2;
const FIXED_PROPORTION = 9;
/** The range of styles with serifs; later styles have none. */
const SERIF_STYLES = { first: 2, last: 10 };

/** Bits of `pitchFamily` (LOGFONT of Windows): the pitch in the lowest two, the family in the upper four. */
const PITCH_BITS = 0x03;
const FIXED_PITCH = 0x01;
const FAMILY_BITS = 0xf0;
const CLASS_BY_FAMILY: ReadonlyMap<number, GenericTypefaceClass> = new Map([
  [0x10, 'serif'],
  [0x20, 'sans'],
  [0x30, 'fixed'],
]);

function classByPanose(panose: string): GenericTypefaceClass | undefined {
  const [familyKind, serifStyle = 0, , proportion] = (panose.match(/../g) ?? []).map((digits) =>
    Number.parseInt(digits, 16),
  );
  if (familyKind !== LATIN_TEXT_FAMILY) return undefined;
  if (proportion === FIXED_PROPORTION) return 'fixed';
  if (serifStyle < SERIF_STYLES.first) return undefined;
  return serifStyle <= SERIF_STYLES.last ? 'serif' : 'sans';
}

function classByPitchFamily(pitchFamily: number): GenericTypefaceClass | undefined {
  return (pitchFamily & PITCH_BITS) === FIXED_PITCH ? 'fixed' : CLASS_BY_FAMILY.get(pitchFamily & FAMILY_BITS);
}

/** The class of a typeface by the attributes of an element such as `a:latin`; undefined if they do not name it. */
const typefaceClassOf = ({
  panose = '',
  pitchFamily = '',
}: Readonly<Record<string, string>>): GenericTypefaceClass | undefined =>
  classByPanose(panose) ?? classByPitchFamily(Number.parseInt(pitchFamily, 10) || 0);

/**
 * Wraps an Office file so that every part that is read adds the classes of its typefaces to `forms`, by the names of their families in lower
 * case. They help to choose a substitute for a family that is not listed.
 */
export function collectTypefaceClassesWhileReading(office: OfficePackage): {
  office: OfficePackage;
  forms: Map<string, GenericTypefaceClass>;
} {
  const forms = new Map<string, GenericTypefaceClass>();
  const xml: OfficePackage['xml'] = async (part) => {
    const root = await office.xml(part);
    for (const { attributes } of descendantsOf(root, 'a:latin')) {
      const typefaceClass = typefaceClassOf(attributes);
      const name = attributes.typeface?.trim().toLowerCase();
      if (typefaceClass !== undefined && name !== undefined) forms.set(name, typefaceClass);
    }
    return root;
  };
  return { office: { ...office, xml }, forms };
}
