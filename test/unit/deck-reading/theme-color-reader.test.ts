import { describe, expect, it } from 'vitest';
import { createThemeColorReader } from '#engine/deck-reading/pptx/theme-color-reader.ts';
import { childElementAtPath, parsePartXml } from '#engine/deck-reading/pptx/xml.ts';
import { DARK_MAP, schemeXml, type TestTheme } from '#test/support/decks/themed.ts';

const XMLNS = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const elementIn = (xml: string) => childElementAtPath(parsePartXml(Buffer.from(`<a:x ${XMLNS}>${xml}</a:x>`)), 'a:x');

const colorsOf = (theme: Pick<TestTheme, 'colors' | 'elements'> = {}, map: Readonly<Record<string, string>> = {}) =>
  createThemeColorReader(childElementAtPath(elementIn(schemeXml(theme)), 'a:clrScheme'), map);
const inFill = (color: string, theme: Pick<TestTheme, 'colors' | 'elements'> = {}) =>
  colorsOf(theme).in(elementIn(color));
const changed = (hex: string, changes: string) => inFill(`<a:srgbClr val="${hex}">${changes}</a:srgbClr>`);
const luminance = (mod: number, off = 0) =>
  `<a:lumMod val="${mod * 1000}"/>${off === 0 ? '' : `<a:lumOff val="${off * 1000}"/>`}`;

describe('a colour is as PowerPoint shows it', () => {
  it.each([
    ['4472C4', luminance(75), '#2f5597'],
    ['4472C4', luminance(60, 40), '#8faadc'],
    ['4472C4', luminance(40, 60), '#b4c7e7'],
    ['4472C4', luminance(20, 80), '#dae3f3'],
    ['000000', luminance(65, 35), '#595959'],
    ['E7E6E6', luminance(90), '#d0cece'],
    ['E7E6E6', luminance(75), '#afabab'],
    ['44546A', luminance(75), '#333f50'],
    ['FFFFFF', luminance(85), '#d9d9d9'],
  ])('where %s is lighter or darker by %s', (hex, changes, shown) => {
    expect(changed(hex, changes)).toBe(shown);
  });

  it.each([
    // The outlines of shapes in Office 2007, 2013, 2016 and 2023.
    ['4F81BD', '<a:shade val="50000"/>', '#385d8a'],
    ['5B9BD5', '<a:shade val="50000"/>', '#41719c'],
    ['4472C4', '<a:shade val="50000"/>', '#2f528f'],
    ['156082', '<a:shade val="15000"/>', '#042433'],
    // The numbers of slides.
    ['000000', '<a:tint val="75000"/>', '#898989'],
    ['FFFFFF', '<a:tint val="50000"/>', '#ffffff'],
  ])('where %s has %s', (hex, changes, shown) => {
    expect(changed(hex, changes)).toBe(shown);
  });

  it('with changes one after the other, and none beyond white or black', () => {
    expect(changed('4472C4', luminance(200))).toBe('#ffffff');
    expect(changed('4472C4', luminance(100, 90))).toBe('#ffffff');
    expect(changed('808080', '<a:shade val="50000"/><a:lumOff val="-100000"/>')).toBe('#000000');
    expect(changed('4472C4', '<a:alpha val="50000"/><a:satMod val="nothing"/>')).toBe('#4472c4');
  });
});

describe('a colour of a theme', () => {
  it('is that of the place which the master gives it', () => {
    const [light, dark] = [colorsOf({}, { bg1: 'lt1' }), colorsOf({}, DARK_MAP)];
    expect([light.named('bg1'), light.named('accent1'), light.named('dk2')]).toEqual(['#ffffff', '#4472c4', '#44546a']);
    expect([dark.named('bg1'), dark.named('tx1'), dark.named('tx2')]).toEqual(['#000000', '#ffffff', '#e7e6e6']);
    const fill = elementIn(`<a:schemeClr val="bg2">${luminance(75)}</a:schemeClr>`);
    expect([dark.in(fill), colorsOf({}, { bg2: 'lt2' }).in(fill)]).toEqual(['#333f50', '#afabab']);
  });

  it('of the system is the one that it was, else the usual one', () => {
    const theme = {
      elements: {
        ...{ dk1: '<a:sysClr val="windowText" lastClr="102030"/>', lt1: '<a:sysClr val="window"/>' },
        ...{ dk2: '<a:sysClr val="windowText"/>', lt2: '<a:sysClr val="menu"/>' },
        accent1: '<a:prstClr val="white"/>',
      },
    };
    const { named } = colorsOf(theme);
    expect(['dk1', 'lt1', 'dk2', 'lt2', 'accent1'].map(named)).toEqual([
      ...['#102030', '#ffffff', '#000000', undefined, '#ffffff'],
    ]);
  });

  it('that is not a colour is ignored', () => {
    expect(colorsOf({ colors: { accent1: 'red' } }).named('accent1')).toBeUndefined();
    expect(colorsOf().named('constructor')).toBeUndefined();
    expect(inFill('<a:schemeClr val="phClr"/>')).toBeUndefined();
    expect(inFill('<a:srgbClr val="12345"/>')).toBeUndefined();
    expect(inFill('<a:prstClr val="toString"/>')).toBeUndefined();
    expect(createThemeColorReader(undefined, {}).named('bg1')).toBeUndefined();
    expect(colorsOf().in(undefined)).toBeUndefined();
  });
});
