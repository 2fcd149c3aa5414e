import { describe, expect, it } from 'vitest';
import { DECK_PROCESS_LIMITS } from '#app/sandbox/deck-process.ts';
import { createSeparateProcessDeckReader } from '#app/sandbox/isolated-deck-reader.ts';
import { decodePicture } from '#test/support/decks/decode-picture.ts';
import { isWhole } from '#test/support/depth.ts';

const program = new URL('../../support/decks/busy-reader.mjs', import.meta.url);
/** A tenth of the usual limits, so that a test takes little time. */
const LIMITS = {
  ...DECK_PROCESS_LIMITS,
  pictureCpuSeconds: 0.5,
  budget: { cpuSeconds: 0.8, usualPictures: 2, cpuSecondsOfPicture: 0.12 },
};

/** Reads a PDF whose pages take that much time. @returns what the process that read it to its end says */
const read = (plan: { pages: number[]; repeated?: number }, job = {}, limits = LIMITS): Promise<unknown> =>
  createSeparateProcessDeckReader({}, { decodePicture, program, limits })(
    {
      ...{ account_id: 'acc_1', look: 'auto', pdf_text: 'none', long_side: 1920, max_slides: 100 },
      deck: Buffer.from(`%PDF-1.7 busy-${Buffer.from(JSON.stringify(plan)).toString('base64url')} `),
      ...job,
    },
    async ({ deck }) => JSON.parse(deck.title ?? ''),
    () => undefined,
    new AbortController().signal,
  );

describe('the processor time of the processes that read a deck', () => {
  it.runIf(isWhole)('is enough for all pages again after the last of them ended a process', async () => {
    expect(await read({ pages: [...Array(14).fill(0.08), 600] })).toMatchObject({ skipped: [15] });
  });

  it('grows with the pixels of a page', async () => {
    const plan = { pages: [0.9, 0.9] };
    await expect(read(plan)).rejects.toMatchObject({ code: 'import_too_large' });
    expect(await read(plan, { long_side: 3840 })).toMatchObject({ skipped: [] });
  });

  it('does not grow with pages that a process only announces', async () => {
    const limits = {
      ...{ ...LIMITS, pictureCpuSeconds: 600 },
      budget: { cpuSeconds: 0.5, usualPictures: 2, cpuSecondsOfPicture: 0.001 },
    };
    const plan = { pages: [4], repeated: 5000 };
    await expect(read(plan, { max_slides: 1 }, limits)).rejects.toMatchObject({ code: 'import_too_large' });
  });
});
