import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FONT_PROCESS_LIMITS, makeFontInSeparateProcess } from '#app/sandbox/make-font-in-separate-process.ts';
import { storableFontFormatOf } from '#features/fonts/kept-format.ts';
import { fontFactsSchema } from '#features/fonts/ports.ts';
import { isTried } from '#test/support/depth.ts';
import { BRAND_FONT, CFF_FONT, VARIABLE_FONT } from '#test/support/samples/fonts.ts';
import { ABORTING_OUTLINE, smallFont } from '#test/support/samples/small-font.ts';

const NEVER = new AbortController().signal;

const refusalOf = (file: Uint8Array, limits = FONT_PROCESS_LIMITS, signal = NEVER) =>
  makeFontInSeparateProcess(file, {}, signal, limits).then(
    () => 'taken',
    (error: { code?: string; message: string }) => [error.code, error.message],
  );

const TAKEN = [
  ['WOFF2 of TrueType', BRAND_FONT, 'woff2', 'ttf'],
  ['WOFF2 of CFF', CFF_FONT, 'woff2', 'otf'],
  ['WOFF2 with variations', VARIABLE_FONT, 'woff2', 'ttf'],
] as const;

describe('a font that is made in its own process', () => {
  it.each(TAKEN.filter((_, at) => isTried(at, 2)))(
    'comes back written again from %s',
    async (_, file, format, kept) => {
      const { bytes, ...facts } = await makeFontInSeparateProcess(readFileSync(file), {}, NEVER);
      expect(fontFactsSchema.parse(facts)).toEqual(facts);
      expect([facts.format, storableFontFormatOf(bytes)]).toEqual([format, kept]);
      const { bytes: _bytes, ...again } = await makeFontInSeparateProcess(bytes, {}, NEVER);
      expect(again).toEqual({ ...facts, format: kept });
    },
  );

  it('is refused when drawing a glyph of it ends the process', async () => {
    const [code, message] = await refusalOf(smallFont({ outline: ABORTING_OUTLINE }));
    expect(code).toBe('font_invalid');
    expect(message).toContain('ended the program that drew them');
  });

  it('is refused when its glyphs draw nothing', async () => {
    const nothing = Buffer.from(smallFont({ outline: Buffer.from([0, 0]) }));
    expect(await refusalOf(nothing)).toEqual(['font_invalid', expect.any(String)]);
  });

  it('is refused when it takes too much time or memory, and is late after an abort', async () => {
    const file = readFileSync(BRAND_FONT);
    const time = await refusalOf(file, { ...FONT_PROCESS_LIMITS, seconds: 0.01 });
    // A process that was ended before it looked at the file says nothing of the file.
    expect(time).toEqual([undefined, expect.stringContaining('before it started')]);
    expect((await refusalOf(file, FONT_PROCESS_LIMITS, AbortSignal.abort()))[0]).toBe('unavailable');
    expect((await refusalOf(file, FONT_PROCESS_LIMITS, AbortSignal.timeout(20)))[0]).toBe('unavailable');
  });
});
