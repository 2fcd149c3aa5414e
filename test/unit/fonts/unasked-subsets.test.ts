import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Renderer } from '@takumi-rs/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeckFontSelector } from '#engine/deck-drawing/deck-font-selector.ts';
import { fontSearchOrder } from '#engine/video/drawing/text/font-catalog.ts';
import { FontLibrary } from '#engine/video/drawing/text/font-library.ts';
import { NEVER_LOADED_FONT_SUBSETS } from '#layers/contents.ts';

// Also for modules that were loaded before: their imports of a module of Node follow.
beforeEach(() => {
  vi.spyOn(files, 'readFile');
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Letters that the main subsets have and numbered ones too, and a hieroglyph that no font has: every subset that may have it is asked. */
const TEXT = '한글 갂 漢字 〇𓀀';

/** Names of the files of numbered families that were read: of them, those that no layer has. */
function read(): { numbered: number; unasked: string[] } {
  const paths = vi.mocked(files.readFile).mock.calls.map(([path]) => String(path));
  const found = paths.flatMap((path) => {
    const [, name = '', subset = ''] = /\/(noto-sans-(?:jp|kr|sc))-(\d+|\D+)-\d+-normal\.woff2$/.exec(path) ?? [];
    return name === '' ? [] : [{ name, subset }];
  });
  const unasked = found.filter(({ name, subset }) => NEVER_LOADED_FONT_SUBSETS[name]?.includes(Number(subset)));
  return { numbered: found.length, unasked: unasked.map(({ name, subset }) => `${name} ${subset}`) };
}

it('a slide of a deck asks for no subset that the layer leaves out', async () => {
  const needed = await createDeckFontSelector('ko')([
    { family: 'Inter', bold: false, italic: false, characters: TEXT },
  ]);
  expect(needed.missing).toEqual(['𓀀']);
  expect(read()).toEqual({ numbered: expect.toSatisfy((count: number) => count > 0), unasked: [] });
});

it('neither does a slide of a template', async () => {
  const fonts = new FontLibrary(new Renderer(), () => Promise.reject(new Error('there is no custom font')));
  const order = fontSearchOrder('sans', 'ko', TEXT);
  const { missing } = await fonts.choose(TEXT, order, { weight: 400, italic: false });
  expect([...missing]).toEqual(['𓀀'.codePointAt(0)]);
  await fonts.hasLetters(TEXT, order.slice(order.indexOf('korean')));
  expect(read()).toEqual({ numbered: expect.toSatisfy((count: number) => count > 0), unasked: [] });
});
