import { escapeXml } from '#kernel/shared/escape-xml.ts';

/** EMU in the units of OpenDocument; a pixel is 1/96 of an inch. */
const EMU_IN: ReadonlyMap<string, number> = new Map([
  ['cm', 360_000],
  ['mm', 36_000],
  ['in', 914_400],
  ['inch', 914_400],
  ['pt', 12_700],
  ['pc', 152_400],
  ['px', 9_525],
]);
const LENGTH = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z]+)\s*$/i;
/** Far outside of any page; larger numbers have no room in a file of Office. */
const MAX_EMU = 1_000_000_000;

/** EMU of a hundredth of a millimetre, in which forms without a view box and paths of connectors are written. */
export const EMU_PER_HUNDREDTH = 360;

/** EMU of a point. */
export const EMU_PER_POINT = 12_700;

/** A length such as `2.5cm`, in EMU. undefined: it is none. */
export function emuOf(length: string | undefined): number | undefined {
  const [, number = '', unit = ''] = LENGTH.exec(length ?? '') ?? [];
  const size = EMU_IN.get(unit.toLowerCase());
  if (size === undefined) return undefined;
  const emu = Math.round(Number(number) * size);
  return Number.isFinite(emu) ? Math.max(-MAX_EMU, Math.min(MAX_EMU, emu)) : undefined;
}

/** A length in points. undefined: it is none. */
export function pointsOf(length: string | undefined): number | undefined {
  const emu = emuOf(length);
  return emu === undefined ? undefined : emu / EMU_PER_POINT;
}

/** A percentage such as `45%`, as a share of 1. undefined: it is none. */
export function percentOf(percentage: string | undefined): number | undefined {
  const [, number] = /^\s*(-?\d+(?:\.\d+)?)%\s*$/.exec(percentage ?? '') ?? [];
  return number === undefined ? undefined : Number(number) / 100;
}

/** An angle in degrees. Without a unit it is in `unit`s of a degree: older programs write tenths. */
export function degreesOf(angle: string | undefined, unit = 1): number | undefined {
  const [, number, of] = /^\s*(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*(deg|rad|grad)?\s*$/i.exec(angle ?? '') ?? [];
  if (number === undefined) return undefined;
  const value = Number(number);
  if (of === undefined) return value * unit;
  const name = of.toLowerCase();
  return name === 'rad' ? (value * 180) / Math.PI : name === 'grad' ? value * 0.9 : value;
}

/** A colour such as `#1f4e79` without its sign, in capitals. undefined: it is none. */
export const colourOf = (colour: string | undefined): string | undefined =>
  /^#([0-9a-f]{6})$/i.exec(colour ?? '')?.[1]?.toUpperCase();

/** A text as XML. Characters that XML does not have are left out. */
export const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are left out
  escapeXml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
