import { linearLightOfSrgb, srgbOfLinearLight } from '#engine/video/drawing/contrast.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { childElementAtPath, childElements, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/** A reader of the colours of a deck, as `#rrggbb`. */
export interface ThemeColorReader {
  /** The colour that an element contains, such as a fill; undefined if it names none. */
  in(element: OfficeXmlElement | undefined): string | undefined;
  /** The colour of a name in the master, such as `bg1` or `accent2`. */
  named(place: string): string | undefined;
}

type Rgb = readonly [red: number, green: number, blue: number];

const HEX = /^[0-9a-f]{6}$/i;
const WHOLE = 100_000;
/** Named colours that files use instead of numbers (ST_PresetColorVal). */
const PRESETS: Readonly<Record<string, string>> = { black: '000000', white: 'ffffff' };
/** Colours of the system (ST_SystemColorVal), for files that do not name their last values. */
const OF_SYSTEM: Readonly<Record<string, string>> = { windowText: '000000', window: 'ffffff' };

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex, 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
};

const hexOf = (rgb: readonly number[]): string =>
  `#${rgb
    .map((part) =>
      Math.round(255 * Math.min(1, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Changes the lightness of a colour (HSL) and keeps its hue. */
function withLightness([red, green, blue]: Rgb, change: (lightness: number) => number): Rgb {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const before = (most + least) / 2;
  const after = Math.min(1, Math.max(0, change(before)));
  const spread = most - least;
  if (spread === 0) return [after, after, after];
  const room = (lightness: number): number => 1 - Math.abs(2 * lightness - 1);
  const scale = room(before) === 0 ? 0 : room(after) / room(before);
  return [after + (red - before) * scale, after + (green - before) * scale, after + (blue - before) * scale];
}

/** Changes the linear components of a colour, as PowerPoint's shades and tints do. */
const withLight = ([red, green, blue]: Rgb, change: (light: number) => number): Rgb => {
  const changedPart = (part: number): number =>
    srgbOfLinearLight(Math.min(1, Math.max(0, change(linearLightOfSrgb(part)))));
  return [changedPart(red), changedPart(green), changedPart(blue)];
};

/** Changes of a colour, by the names of their elements (ECMA-376, part 1, 20.1.2.3); other elements do not change it. */
const CHANGES: Readonly<Record<string, (rgb: Rgb, share: number) => Rgb>> = {
  'a:lumMod': (rgb, share) => withLightness(rgb, (lightness) => lightness * share),
  'a:lumOff': (rgb, share) => withLightness(rgb, (lightness) => lightness + share),
  'a:shade': (rgb, share) => withLight(rgb, (light) => light * share),
  'a:tint': (rgb, share) => withLight(rgb, (light) => 1 - (1 - light) * share),
};

function changed(hex: string, color: OfficeXmlElement): string {
  let rgb = rgbOf(hex);
  for (const change of childElements(color)) {
    const share = numberInAttribute(change, 'val');
    const apply = ownPropertyValue(CHANGES, change.name);
    if (apply && share !== undefined) rgb = apply(rgb, share / WHOLE);
  }
  return hexOf(rgb);
}

/**
 * The colours of a theme as a master shows them.
 * @param scheme the element `a:clrScheme` of the theme
 * @param map the attributes of `p:clrMap` of the master: places such as `bg1`, and the colours of the theme for them
 */
export function createThemeColorReader(
  scheme: OfficeXmlElement | undefined,
  map: Readonly<Record<string, string>>,
): ThemeColorReader {
  const plain = (color: OfficeXmlElement): string | undefined => {
    const { val = '', lastClr = '' } = color.attributes;
    if (color.name === 'a:srgbClr') return HEX.test(val) ? val : undefined;
    if (color.name === 'a:sysClr') return HEX.test(lastClr) ? lastClr : ownPropertyValue(OF_SYSTEM, val);
    return color.name === 'a:prstClr' ? ownPropertyValue(PRESETS, val) : undefined;
  };
  const ofTheme = (place: string): string | undefined => {
    const [color] = childElements(childElementAtPath(scheme, `a:${ownPropertyValue(map, place) ?? place}`));
    return color && plain(color);
  };
  const named = (place: string): string | undefined => {
    const hex = ofTheme(place);
    return hex === undefined ? undefined : `#${hex.toLowerCase()}`;
  };
  return {
    named,
    in(element) {
      for (const color of childElements(element)) {
        const hex = color.name === 'a:schemeClr' ? ofTheme(color.attributes.val ?? '') : plain(color);
        if (hex !== undefined) return changed(hex, color);
      }
      return undefined;
    },
  };
}
