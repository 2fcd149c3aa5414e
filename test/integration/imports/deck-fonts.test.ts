import { describe, expect, it } from 'vitest';
import { DECK_JOB, drawnPictures, type Pixels } from '#test/support/decks/drawn-pictures.ts';
import { embedded, trueType, withRights } from '#test/support/decks/embedded-font.ts';
import { boxAt, makePptx, textShape } from '#test/support/decks/pptx.ts';

const CM = 360_000;
const words = (family: string, { text = 'Hamburg illi', style = '' } = {}): string =>
  textShape(2, null, [text], { box: boxAt(CM, CM, 30 * CM, 5 * CM), run: `sz="6000"${style}` }).replace(
    '/><a:t>',
    `><a:latin typeface="${family}"/></a:rPr><a:t>`,
  );
const BOLD = { style: ' b="1"' };

/** The dark pixels of the part of a slide that has the words. */
function inkOf({ width, height, pixel }: Pixels): Set<number> {
  const dark = new Set<number>();
  for (let y = 0; y < height / 3; y++)
    for (let x = 0; x < width; x++) if (Math.min(...pixel(x, y)) < 128) dark.add(y * width + x);
  return dark;
}

/** The part of the dark pixels of two pictures that both have. */
function alike(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const both = [...one].filter((place) => other.has(place)).length;
  return both / (one.size + other.size - both);
}

/** Letters that no family of the service stands for by its name. */
const regular = await trueType('fredoka');
const bold = await trueType('fredoka', 700);
const twisted = withRights(Buffer.concat([regular.subarray(0, 600), Buffer.alloc(regular.length - 600, 0xff)]), 0);

const FAULTY = {
  'Packed Face': embedded(regular, { isCompressed: true }),
  'Kept Face': embedded(regular, { fsType: 2 }),
  'Lost Face': embedded(Buffer.alloc(2000)),
  'Twisted Face': embedded(twisted),
  'Large Face': Buffer.alloc(11 * 2 ** 20),
};
const SLIDES = {
  own: words('Talk Face'),
  'own by another spelling': words('talk face '),
  'own bold': words('Talk Face', BOLD),
  'of none': words('Other Face'),
  mono: words('Mono Face'),
  'mono by its name': words('JetBrains Mono'),
  lone: words('Lone Face'),
  'lone bold': words('Lone Face', BOLD),
  'lone Cyrillic': words('Lone Face', { text: 'Жук' }),
  ...Object.fromEntries(Object.keys(FAULTY).map((family) => [family, words(family)])),
};
const { deck, pictures } = await drawnPictures(
  {
    ...{ ...DECK_JOB, long_side: 480 },
    deck: makePptx({
      sides: [12_192_000, 6_858_000],
      slides: Object.values(SLIDES).map((shapes) => ({ shapes })),
      fonts: {
        'Talk Face': { regular: embedded(regular), bold: embedded(bold, { isCombined: true }) },
        'Mono Face': { regular: embedded(await trueType('jetbrains-mono')) },
        'Lone Face': { regular },
        'Unused Face': { regular: embedded(Buffer.alloc(2000)) },
        ...Object.fromEntries(Object.entries(FAULTY).map(([family, file]) => [family, { regular: file }])),
      },
    }),
  },
  inkOf,
);

const numberOf = (name: string): number => Object.keys(SLIDES).indexOf(name) + 1;
const ink = (name: string): Set<number> => pictures[numberOf(name) - 1] ?? expect.fail(`${name} was not drawn`);
const linesOf = (slide: number | null): string[] =>
  deck.warnings.flatMap((line) => (line.slide === slide && line.code === 'font_replaced' ? line.message : []));

describe('a font that a deck brings', () => {
  it('is the font of its slides, which need no line', () => {
    expect(alike(ink('own'), ink('own by another spelling'))).toBe(1);
    expect(alike(ink('own'), ink('of none'))).toBeLessThan(0.6);
    expect(ink('own bold').size / ink('own').size).toBeGreaterThan(1.2);
    for (const name of ['own', 'own by another spelling', 'own bold', 'mono', 'lone'])
      expect(linesOf(numberOf(name))).toEqual([]);
    expect(linesOf(numberOf('of none'))).toEqual([expect.stringContaining('Arimo for “Other Face”')]);
  });

  it('is drawn as the same font of the service is', () => {
    expect(alike(ink('mono'), ink('mono by its name'))).toBeGreaterThan(0.95);
    expect(alike(ink('mono'), ink('own'))).toBeLessThan(0.5);
  });

  it('is regular where it has no bold letters, and has letters of others where it lacks some, with a line', () => {
    expect(alike(ink('lone'), ink('lone bold'))).toBe(1);
    expect(linesOf(numberOf('lone bold'))).toEqual([
      expect.stringContaining('its regular letters for “Lone Face Bold”'),
    ]);
    expect(ink('lone Cyrillic').size).toBeGreaterThan(100);
    expect(linesOf(numberOf('lone Cyrillic'))).toEqual([expect.stringContaining('Arimo for “Lone Face”')]);
  });

  it.each([
    ['Packed Face', 'compressed form (MicroType Express)'],
    ['Kept Face', 'fsType'],
    ['Lost Face', 'damaged'],
    ['Twisted Face', 'damaged'],
    ['Large Face', 'too large'],
  ])('is replaced where it cannot be used, with a line that says why: %s', (family, why) => {
    expect(alike(ink(family), ink('of none'))).toBe(1);
    const lines = linesOf(null).filter((line) => line.startsWith(`The font “${family}” `));
    expect(lines).toEqual([expect.stringContaining(why)]);
    expect(lines[0]).toContain('It is replaced by “Arimo”.');
  });

  it('has no line where no slide uses it', () => {
    expect(linesOf(null)).toHaveLength(Object.keys(FAULTY).length);
  });
});
