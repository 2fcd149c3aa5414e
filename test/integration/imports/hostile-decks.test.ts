import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { USUAL_DECK_CPU_BUDGET } from '#app/sandbox/deck-budget.ts';
import { DECK_PROCESS_LIMITS, MAX_DECK_PROCESS_MEMORY_BYTES } from '#app/sandbox/deck-process.ts';
import { createSeparateProcessDeckReader } from '#app/sandbox/isolated-deck-reader.ts';
import { DECK_FORMATS } from '#engine/deck-reading/deck-formats.ts';
import { deckReader } from '#test/support/decks/deck-reader.ts';
import { decodePicture } from '#test/support/decks/decode-picture.ts';
import { gigapixelPptx, HOSTILE_DECKS, lockedPdf } from '#test/support/decks/hostile.ts';
import { HOSTILE_FILES } from '#test/support/decks/hostile-files.ts';
import { IMPORT_BOUNDS, measureImport } from '#test/support/decks/measure-import.ts';
import { watchDeckReaders } from '#test/support/decks/watch-deck-readers.ts';
import { isTried } from '#test/support/depth.ts';

const program = await deckReader();
const JOB = { account_id: 'acc_1', look: 'auto', pdf_text: 'notes', long_side: 1920, max_slides: 500 } as const;
const read = (deck: Buffer, look: 'auto' | 'redesign' = 'auto') =>
  createSeparateProcessDeckReader({}, { program, decodePicture })(
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

/** A deck that is drawn until it is tired of it. `isolated-deck-reader.test.ts` has some that are ended from outside. */
const ALWAYS = 'a PPTX with a pie of 20,000 parts';
const TRIED = HOSTILE_FILES.filter(({ name }, at) => name === ALWAYS || isTried(at, 97));

describe('a hostile deck takes at most 10 CPU s and 512 MB of the processes that read it:', () => {
  it.each(TRIED)('$name', async ({ file }) => {
    const { outcome, cpuSeconds, decodeCpuSeconds, peakBytes } = await measureImport({ deck: await file() });
    // No program of the reader is smaller: its memory was seen.
    expect(peakBytes).toBeGreaterThan(30 * 2 ** 20);
    expect(peakBytes).toBeLessThan(IMPORT_BOUNDS.peakBytes);
    expect(cpuSeconds + decodeCpuSeconds).toBeLessThan(IMPORT_BOUNDS.cpuSeconds);
    if ('refused' in outcome) expect(outcome.refused.message).toMatch(/^[A-Z].*[.]$/s);
    else expect(outcome.deck.slides.length).toBeGreaterThan(0);
  });

  it('they are of every kind, and at least 60', () => {
    const types = new Set(HOSTILE_FILES.map(({ type }) => type));
    expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(60);
    for (const { mediaType } of Object.values(DECK_FORMATS)) expect(types).toContain(mediaType);
  });
});

describe('the memory of WebAssembly', () => {
  it('is refused to a deck before its process has more than it may have, and the deck is reported to be too large', async () => {
    const peak = watchDeckReaders();
    // Nothing from outside ends the process.
    const unwatched = {
      ...{ ...DECK_PROCESS_LIMITS, memoryBytes: Number.POSITIVE_INFINITY, stepCpuSeconds: 600, pictureCpuSeconds: 600 },
      budget: { ...USUAL_DECK_CPU_BUDGET, cpuSeconds: 600 },
    };
    const deck = await hostile('a PDF with a stream of 600 MB');
    const reading = createSeparateProcessDeckReader({}, { program, decodePicture, limits: unwatched })(
      { ...JOB, deck },
      async () => undefined,
      () => undefined,
      new AbortController().signal,
    );
    await expect(reading).rejects.toMatchObject({ code: 'import_too_large' });
    expect(peak.stop()).toBeLessThan(MAX_DECK_PROCESS_MEMORY_BYTES);
  });
});
