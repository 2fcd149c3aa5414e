import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SUBSTITUTE_FONT_FAMILIES } from '#engine/deck-drawing/substitute-fonts.ts';
import { FONT_CATALOG } from '#engine/video/drawing/text/font-catalog.ts';
import { fontCodePoints } from '#engine/video/drawing/text/font-coverage.ts';
import { parseUnicodeRanges } from '#engine/video/drawing/text/font-library.ts';
import { NEVER_LOADED_FONT_SUBSETS, PACKAGE_LAYERS } from '#layers/contents.ts';

const MODULES = join(import.meta.dirname, '../../../node_modules');

const filesOf = (layer: string): ReadonlySet<string> =>
  new Set(
    (PACKAGE_LAYERS[layer]?.files ?? [])
      .filter(([name]) => name.startsWith('@fontsource/'))
      .flatMap(([name, files]) =>
        readdirSync(join(MODULES, name, 'files'))
          .filter((file) => files.test(`files/${file}`))
          .map((file) => file),
      ),
  );

const rangesOf = (name: string): [subset: string, ranges: ReturnType<typeof parseUnicodeRanges>][] =>
  Object.entries(
    JSON.parse(readFileSync(join(MODULES, `@fontsource/${name}/unicode.json`), 'utf8')) as Record<string, string>,
  )
    .filter(([subset]) => subset.startsWith('['))
    .map(([subset, css]) => [subset.slice(1, -1), parseUnicodeRanges(css)]);

/** Files that a family can be asked for: with the weights in which it is drawn, and with the one that tells what a subset has. */
function askedOf({
  package: name,
  subsets,
  weights,
  italics,
  numbered,
}: (typeof FONT_CATALOG)[number] | ((typeof SUBSTITUTE_FONT_FAMILIES)[number] & { numbered?: true })): string[] {
  const numbers = numbered ? rangesOf(name).map(([subset]) => subset) : [];
  const named = numbers.filter((subset) => !NEVER_LOADED_FONT_SUBSETS[name]?.includes(Number(subset)));
  const styles = italics ? ['normal', 'italic'] : ['normal'];
  return [...subsets, ...named].flatMap((subset) =>
    [...new Set([400, ...weights])].flatMap((weight) =>
      styles.map((style) => `${name}-${subset}-${weight}-${style}.woff2`),
    ),
  );
}

it('the layers have every file of a font that can be asked for, in all its styles, and no other', () => {
  const drawing = new Set(FONT_CATALOG.map((family) => family.package));
  const ofDrawing = [...FONT_CATALOG, ...SUBSTITUTE_FONT_FAMILIES].filter((family) => drawing.has(family.package));
  const ofDecks = SUBSTITUTE_FONT_FAMILIES.filter((family) => !drawing.has(family.package));
  expect([...filesOf('drawing')].toSorted()).toEqual([...new Set(ofDrawing.flatMap(askedOf))].toSorted());
  expect([...filesOf('decks')].toSorted()).toEqual([...new Set(ofDecks.flatMap(askedOf))].toSorted());
  expect(filesOf('drawing')).toContain('inter-latin-400-italic.woff2');
});

it('the lists of characters are there for families with numbered subsets', () => {
  const numbered = FONT_CATALOG.filter((family) => family.numbered).map((family) => `@fontsource/${family.package}`);
  expect(numbered.length).toBeGreaterThan(2);
  for (const [name, files] of PACKAGE_LAYERS.drawing?.files ?? [])
    if (name.startsWith('@fontsource/'))
      expect([
        name,
        files.test('unicode.json'),
        files.test('LICENSE'),
        existsSync(join(MODULES, name, 'LICENSE')),
      ]).toEqual([name, numbered.includes(name), true, true]);
});

it.each(FONT_CATALOG.filter((family) => family.numbered).map((family) => [family.package, family] as const))(
  'the subsets of %s that are left out are those whose characters its main subset has',
  async (name, family) => {
    const main = new Set<number>();
    for (const subset of family.subsets)
      for (const code of await fontCodePoints(
        readFileSync(join(MODULES, `@fontsource/${name}/files/${name}-${subset}-400-normal.woff2`)),
      ))
        main.add(code);
    const isCovered = ([first, last]: readonly [number, number]): boolean => {
      for (let code = first; code <= last; code++) if (!main.has(code)) return false;
      return true;
    };
    const covered = rangesOf(name).filter(([, ranges]) => ranges.every(isCovered));
    expect(NEVER_LOADED_FONT_SUBSETS[name]).toEqual(covered.map(([subset]) => Number(subset)));
    expect(covered.length).toBeGreaterThan(0);
  },
);
