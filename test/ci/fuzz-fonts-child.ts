/**
 * A process of the fuzz of fonts. `make`: makes fonts of files as the decoder does. `draw`: draws fonts as functions do that serve
 * many, from the bytes that were made. One file a message; either may end at one.
 */
import process from 'node:process';
import { Renderer } from '@takumi-rs/core';
import { fontCodePoints } from '#engine/video/drawing/text/font-coverage.ts';
import { makeSafeFont } from '#features/fonts/take-font.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

/** Messages to a child, and from it. */
export interface FuzzJob {
  font: Uint8Array;
  weight: number;
}
export type FuzzAnswer = { made: Uint8Array; weight: number } | { refused: string } | { drawn: true };

async function make({ font }: FuzzJob): Promise<FuzzAnswer> {
  try {
    const { bytes, weight } = await makeSafeFont(font);
    return { made: bytes, weight };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refused: error.code };
  }
}

const FAMILY = 'own';
const LATIN = 'AVAToWe fi ffl ffi 0123456789 (office) "quotes" – Ünïcödé';
const LINE = 40;

/** Texts of slides: words, and the letters that the font has, in their own order. */
async function draw({ font, weight }: FuzzJob): Promise<FuzzAnswer> {
  const renderer = new Renderer({});
  await renderer.registerFont({ name: FAMILY, weight, style: 'normal', data: Buffer.from(font) });
  const letters = Array.from(await fontCodePoints(Buffer.from(font)), (code) => String.fromCodePoint(code)).slice(
    0,
    200,
  );
  const mixed = letters.map((_, at) => letters[(at * 37) % letters.length] ?? '').join('');
  const texts = [LATIN, mixed.slice(0, LINE), mixed.slice(LINE, 4 * LINE), letters.slice(0, LINE).reverse().join(' ')];
  const sizes = [12, 40, 120];
  const weights = [100, 400, 700];
  const size = { width: 480, height: 270 };
  for (const [at, fontSize] of sizes.entries()) {
    const style = { fontFamily: FAMILY, fontSize, fontWeight: weights[at] ?? weight, lineHeight: 1.1, color: 'black' };
    const children = texts.map((text) => ({ type: 'text' as const, text, style }));
    const column = { ...size, display: 'flex', flexDirection: 'column', backgroundColor: 'white' } as const;
    const root = { type: 'container', style: column, children } as const;
    await renderer.measure(root, { width: size.width, fontFamilies: [FAMILY] });
    await renderer.render(root, { ...size, format: 'raw', fontFamilies: [FAMILY] });
  }
  return { drawn: true };
}

const work = process.argv[2] === 'make' ? make : draw;
process.on('message', async (job: FuzzJob) => {
  process.send?.(await work(job));
});
process.on('disconnect', () => process.exit(0));
