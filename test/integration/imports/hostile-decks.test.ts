import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DECK_PROCESS_LIMITS } from '#app/sandbox/deck-process.ts';
import { readDeckApart } from '#app/sandbox/read-deck-apart.ts';
import { deckReader } from '#test/support/decks/deck-reader.ts';
import { decodePicture } from '#test/support/decks/decode-picture.ts';
import { gigapixelPptx, HOSTILE_DECKS, lockedPdf } from '#test/support/decks/hostile.ts';
import { watchDeckReaders } from '#test/support/decks/watch-deck-readers.ts';

const program = await deckReader();
const JOB = { account_id: 'acc_1', look: 'auto', pdf_text: 'notes', long_side: 1920, max_slides: 500 } as const;
const read = (deck: Buffer, look: 'auto' | 'redesign' = 'auto') =>
  readDeckApart({}, { program, decodePicture })(
    { ...JOB, look, deck },
    async (taken) => taken.deck,
    () => undefined,
    new AbortController().signal,
  );
const hostile = async (name: string): Promise<Buffer> =>
  (HOSTILE_DECKS.find((deck) => deck.name === name) ?? expect.fail(`no deck ${name}`)).file();

describe('what only looks hostile is taken:', () => {
  it('a PDF that its owner locked against changes', async () => {
    const deck = await read(await lockedPdf({ ownerPassword: 'mine' }));
    expect(deck.slides.map(({ content }) => content.speaker_notes)).toEqual(['A page under a lock.']);
  });

  it('a PPTX without its picture of gigapixels', async () => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#208040' } })
      .png()
      .toBuffer();
    const deck = await read(gigapixelPptx(png), 'redesign');
    expect(deck.warnings).toMatchObject([{ slide: 1, code: 'picture_unreadable' }]);
  });
});

describe('the memory of WebAssembly', () => {
  it('is refused to a deck before its process has more than it may have, and the deck is reported to be too large', async () => {
    const peak = watchDeckReaders();
    // Nothing from outside ends the process.
    const unwatched = { ...DECK_PROCESS_LIMITS, memoryBytes: Number.POSITIVE_INFINITY, stepCpuSeconds: 600 };
    const deck = await hostile('a PDF with a stream of 600 MB');
    const reading = readDeckApart({}, { program, decodePicture, limits: unwatched })(
      { ...JOB, deck },
      async () => undefined,
      () => undefined,
      new AbortController().signal,
    );
    await expect(reading).rejects.toMatchObject({ code: 'import_too_large' });
    expect(peak.stop()).toBeLessThan(DECK_PROCESS_LIMITS.memoryBytes);
  });
});
