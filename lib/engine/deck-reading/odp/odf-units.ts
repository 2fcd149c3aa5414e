import { escapeXml } from '#kernel/shared/escape-xml.ts';

// EMU (English Metric Units) are the lengths of Office: 914,400 in an inch, 360,000 in a centimetre (ECMA-376 part 1, 20.1.2.1).

/** EMU in each unit of OpenDocument (ODF 1.3 part 3, 18.3.18). A pixel is 1/96 of an inch. */
const EMU_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['cm', 360_000],
  ['mm', 36_000],
  ['in', 914_400],
  ['inch', 914_400],
  ['pt', 12_700],
  ['pc', 152_400],
  ['px', 9_525],
]);
const LENGTH_WITH_UNIT = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z]+)\s*$/i;
/** The largest length, 28 m: it is far outside of any page, and fits into the 32 bits that Office has for some lengths. */
const MAX_EMU = 1_000_000_000;

/** EMU in a hundredth of a millimetre, the unit of paths of connectors, and of shapes whose view box has no size. */
export const EMU_PER_HUNDREDTH_MM = 360;

/** EMU between the edges of a shape or a cell and its text if its style names none: 2.5 mm and 1.25 mm, as in LibreOffice. */
export const DEFAULT_SHAPE_PADDING_EMU = { horizontal: 90_000, vertical: 45_000 };

/** EMU in a point. */
export const EMU_PER_POINT = 12_700;

/** A length such as `2.5cm`, in EMU; undefined for any other text. */
export function lengthInEmu(length: string | undefined): number | undefined {
  const [, numberText = '', unitName = ''] = LENGTH_WITH_UNIT.exec(length ?? '') ?? [];
  const unitSize = EMU_PER_UNIT.get(unitName.toLowerCase());
  if (unitSize === undefined) return undefined;
  const emu = Math.round(Number(numberText) * unitSize);
  return Number.isFinite(emu) ? Math.max(-MAX_EMU, Math.min(MAX_EMU, emu)) : undefined;
}

/** A length such as `2.5cm`, in points; undefined for any other text. */
export function lengthInPoints(length: string | undefined): number | undefined {
  const emu = lengthInEmu(length);
  return emu === undefined ? undefined : emu / EMU_PER_POINT;
}

/** A percentage such as `45%` as a number, here 0.45; undefined for any other text. */
export function parseOdfPercentage(percentage: string | undefined): number | undefined {
  const [, numberText] = /^\s*(-?\d+(?:\.\d+)?)%\s*$/.exec(percentage ?? '') ?? [];
  return numberText === undefined ? undefined : Number(numberText) / 100;
}

/**
 * Parses an angle into degrees; undefined for any other text.
 * @param defaultUnit degrees in the unit of an angle that names none: programs write whole or tenth degrees, or radians
 */
export function angleInDegrees(angle: string | undefined, defaultUnit = 1): number | undefined {
  const [, numberText, unitName] = /^\s*(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*(deg|rad|grad)?\s*$/i.exec(angle ?? '') ?? [];
  if (numberText === undefined) return undefined;
  const value = Number(numberText);
  if (unitName === undefined) return value * defaultUnit;
  const lowerCaseUnit = unitName.toLowerCase();
  return lowerCaseUnit === 'rad' ? (value * 180) / Math.PI : lowerCaseUnit === 'grad' ? value * 0.9 : value;
}

/** A colour such as `#1f4e79` as RRGGBB in capitals; undefined for any other text. */
export const parseOdfColor = (colour: string | undefined): string | undefined =>
  /^#([0-9a-f]{6})$/i.exec(colour ?? '')?.[1]?.toUpperCase();

/** A text as XML. Characters that XML 1.0 does not allow are left out. */
export const escapeXmlText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are left out
  escapeXml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
