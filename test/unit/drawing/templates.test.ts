import { describe, expect, it } from 'vitest';
import { DrawingError } from '#engine/video/drawing/drawable-slide.ts';
import {
  BUILT_IN_TEMPLATES,
  findBuiltInTemplate,
  requireBuiltInTemplate,
  type Template,
} from '#features/templates/built-in-templates.ts';

const channel = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, success criterion 1.4.6: text of any size. */
const AAA = 7;

interface Written {
  id: string;
  what: string;
  text: string;
  on: string;
}

/** Every colour of text together with the colour behind it. */
function writings({ id, scenes, arrangement, caption, code }: Template): Written[] {
  const kinds = Object.entries(scenes).flatMap(([kind, { palette }]) => {
    const { text, heading = text, muted } = palette;
    const on = kind === 'image' && caption === 'box' ? palette.panel : palette.background;
    const colors = kind === 'image' ? { text, heading } : { text, heading, muted };
    return Object.entries(colors).map(([role, color]) => ({ id, what: `${role} of ${kind} slides`, text: color, on }));
  });
  const { panel } = scenes.code.palette;
  const tokens = Object.entries(code).map(([token, text]) => ({ id, what: `${token} of code`, text, on: panel }));
  const header =
    arrangement.kind === 'header'
      ? [{ id, what: 'the header', text: arrangement.text, on: arrangement.background }]
      : [];
  return [...kinds, ...tokens, ...header];
}

describe('templates', () => {
  it('are eight and more, light and dark, with plain as the default', () => {
    expect(BUILT_IN_TEMPLATES[0]?.id).toBe('plain');
    expect(BUILT_IN_TEMPLATES.length).toBeGreaterThanOrEqual(8);
    expect(new Set(BUILT_IN_TEMPLATES.map(({ id }) => id)).size).toBe(BUILT_IN_TEMPLATES.length);
    expect(new Set(BUILT_IN_TEMPLATES.map(({ scheme }) => scheme))).toEqual(new Set(['light', 'dark']));
    expect(findBuiltInTemplate('midnight')?.name).toBe('Midnight');
    expect(findBuiltInTemplate('nope')).toBeUndefined();
    expect(requireBuiltInTemplate('midnight')).toBe(findBuiltInTemplate('midnight'));
    expect(() => requireBuiltInTemplate('nope')).toThrow(DrawingError);
    expect(() => requireBuiltInTemplate('nope')).toThrow('there is no template "nope"');
  });

  it('differ in more than colour: no two have the same faces, or the same composition', () => {
    const faces = BUILT_IN_TEMPLATES.map(({ type }) => `${type.display.font} ${type.heading.font} ${type.body.font}`);
    expect(new Set(faces).size).toBe(BUILT_IN_TEMPLATES.length);
    const compositions = BUILT_IN_TEMPLATES.map(
      ({ arrangement, marker, rule, folio, image, caption, panelRadius, scenes }) => {
        const shapes = Object.values(scenes).flatMap(({ align, ornaments }) => [
          align,
          ...ornaments.map((o) => o.shape),
        ]);
        return JSON.stringify([arrangement.kind, marker.shape, rule, folio, image, caption, panelRadius, shapes]);
      },
    );
    expect(new Set(compositions).size).toBe(BUILT_IN_TEMPLATES.length);
  });

  it.each(BUILT_IN_TEMPLATES.flatMap(writings))('$id: $what are legible', ({ text, on }) => {
    expect(contrast(text, on)).toBeGreaterThan(4.5);
  });

  const strict = BUILT_IN_TEMPLATES.filter(({ id }) => id === 'high_contrast').flatMap(writings);
  it.each(strict)('$id: $what reach level AAA of WCAG', ({ text, on }) => {
    expect(contrast(text, on)).toBeGreaterThanOrEqual(AAA);
  });

  it.each(BUILT_IN_TEMPLATES)('$id: no text is smaller than 1/55 of the short side', ({ type }) => {
    for (const style of Object.values(type)) {
      expect(style.smallest).toBeGreaterThanOrEqual(1 / 55);
      expect(style.largest).toBeGreaterThanOrEqual(style.smallest);
    }
  });
});
