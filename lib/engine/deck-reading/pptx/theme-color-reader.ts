import { linearLightOfSrgb, srgbOfLinearLight } from '#engine/video/drawing/contrast.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { childElementAtPath, childElements, numberInAttribute, type OfficeXmlElement } from './xml.ts';

/** A reader of the colours of a deck, as `#rrggbb`. */
export interface ThemeColorReader {
  /** The colour that an element contains, such as a fill; undefined if it names none. */
  in(element: OfficeXmlElement | undefined): string | undefined;
  /** The colour of a name in the master, such as `bg1` or `accent2`; undefined if the theme has none. */
  named(colorName: string): string | undefined;
}

type Rgb = readonly [red: number, green: number, blue: number];

const HEX_COLOR = /^[0-9a-f]{6}$/i;
/** The value of an attribute that stands for 100 % (ST_Percentage). */
const FULL_SHARE = 100_000;
/** Named colours that files use instead of numbers (ST_PresetColorVal). */
const PRESET_COLORS: Readonly<Record<string, string>> = { black: '000000', white: 'ffffff' };
/** Colours of the system (ST_SystemColorVal), for files that do not name their last values. */
const SYSTEM_COLORS: Readonly<Record<string, string>> = { windowText: '000000', window: 'ffffff' };

const parseHex = (hex: string): Rgb => {
  const value = Number.parseInt(hex, 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
};

const formatHex = (rgb: readonly number[]): string =>
  `#${rgb
    .map((component) =>
      Math.round(255 * Math.min(1, Math.max(0, component)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Changes the lightness of a colour (HSL) and keeps its hue. */
function changeLightness([red, green, blue]: Rgb, change: (lightness: number) => number): Rgb {
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const oldLightness = (max + min) / 2;
  const newLightness = Math.min(1, Math.max(0, change(oldLightness)));
  const range = max - min;
  if (range === 0) return [newLightness, newLightness, newLightness];
  const maxRangeOf = (lightness: number): number => 1 - Math.abs(2 * lightness - 1);
  const scale = maxRangeOf(oldLightness) === 0 ? 0 : maxRangeOf(newLightness) / maxRangeOf(oldLightness);
  return [
    newLightness + (red - oldLightness) * scale,
    newLightness + (green - oldLightness) * scale,
    newLightness + (blue - oldLightness) * scale,
  ];
}

/** Changes the linear components of a colour, as PowerPoint's shades and tints do. */
const changeLinearLight = ([red, green, blue]: Rgb, change: (light: number) => number): Rgb => {
  const changeComponent = (component: number): number =>
    srgbOfLinearLight(Math.min(1, Math.max(0, change(linearLightOfSrgb(component)))));
  return [changeComponent(red), changeComponent(green), changeComponent(blue)];
};

/** Changes of a colour, by the names of their elements (ECMA-376, part 1, 20.1.2.3); other elements do not change it. */
const CHANGE_BY_ELEMENT: Readonly<Record<string, (rgb: Rgb, share: number) => Rgb>> = {
  'a:lumMod': (rgb, share) => changeLightness(rgb, (lightness) => lightness * share),
  'a:lumOff': (rgb, share) => changeLightness(rgb, (lightness) => lightness + share),
  'a:shade': (rgb, share) => changeLinearLight(rgb, (light) => light * share),
  'a:tint': (rgb, share) => changeLinearLight(rgb, (light) => 1 - (1 - light) * share),
};

function applyChanges(hex: string, color: OfficeXmlElement): string {
  let rgb = parseHex(hex);
  for (const change of childElements(color)) {
    const share = numberInAttribute(change, 'val');
    const apply = ownPropertyValue(CHANGE_BY_ELEMENT, change.name);
    if (apply && share !== undefined) rgb = apply(rgb, share / FULL_SHARE);
  }
  return formatHex(rgb);
}

/**
 * The colours of a theme as a master shows them.
 * @param scheme the element `a:clrScheme` of the theme
 * @param map the attributes of `p:clrMap` of the master: colours of the theme by names such as `bg1`
 */
export function createThemeColorReader(
  scheme: OfficeXmlElement | undefined,
  map: Readonly<Record<string, string>>,
): ThemeColorReader {
  const baseColorOf = (color: OfficeXmlElement): string | undefined => {
    const { val = '', lastClr = '' } = color.attributes;
    if (color.name === 'a:srgbClr') return HEX_COLOR.test(val) ? val : undefined;
    if (color.name === 'a:sysClr') return HEX_COLOR.test(lastClr) ? lastClr : ownPropertyValue(SYSTEM_COLORS, val);
    return color.name === 'a:prstClr' ? ownPropertyValue(PRESET_COLORS, val) : undefined;
  };
  const themeColorOf = (colorName: string): string | undefined => {
    const [color] = childElements(childElementAtPath(scheme, `a:${ownPropertyValue(map, colorName) ?? colorName}`));
    return color && baseColorOf(color);
  };
  const named = (colorName: string): string | undefined => {
    const hex = themeColorOf(colorName);
    return hex === undefined ? undefined : `#${hex.toLowerCase()}`;
  };
  return {
    named,
    in(element) {
      for (const color of childElements(element)) {
        const hex = color.name === 'a:schemeClr' ? themeColorOf(color.attributes.val ?? '') : baseColorOf(color);
        if (hex !== undefined) return applyChanges(hex, color);
      }
      return undefined;
    },
  };
}
