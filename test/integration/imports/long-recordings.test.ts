import { expect, it } from 'vitest';
import { createSeparateProcessDeckReader } from '#app/sandbox/isolated-deck-reader.ts';
import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { Import } from '#features/imports/import.ts';
import { storeRecordings } from '#features/imports/store-recordings.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { deckReader } from '#test/support/decks/deck-reader.ts';
import { decodePicture } from '#test/support/decks/decode-picture.ts';
import { makePptx, pictureShape } from '#test/support/decks/pptx.ts';
import { isWhole } from '#test/support/depth.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { START } from '#test/support/samples/entities.ts';

/** Ten minutes of silence: mono, 48 kHz, 16 bit. */
const tenMinutes = Buffer.alloc(600 * 48_000 * 2);

it('clips of a slide that are too long together are refused before they are joined', async () => {
  const P14 = 'http://schemas.microsoft.com/office/powerpoint/2010/main';
  const ids = Array.from({ length: 20 }, (_, at) => at + 5);
  const clip = (id: number): string =>
    pictureShape(
      id,
      'rId9',
      '',
      '',
      `<a:audioFile r:link="rId1"/><p:extLst><p:ext><p14:media xmlns:p14="${P14}" r:embed="rId1"/></p:ext></p:extLst>`,
    );
  const narration = (id: number): string =>
    `<p:audio isNarration="1"><p:cMediaNode><p:cTn/><p:tgtEl><p:spTgt spid="${id}"/></p:tgtEl></p:cMediaNode></p:audio>`;
  const deck = makePptx({
    slides: [
      {
        shapes: ids.map(clip).join(''),
        after: `<p:timing>${ids.map(narration).join('')}</p:timing>`,
        relations: { rId1: ['audio', 'media/a.wav'] },
      },
    ],
    parts: { 'ppt/media/a.wav': 'RIFF and so on' },
  });
  let decoded = 0;
  const decodeSound = async (): Promise<Buffer> => {
    decoded += 1;
    return tenMinutes;
  };
  const heard = await createSeparateProcessDeckReader({}, { program: await deckReader(), decodePicture, decodeSound })(
    { account_id: 'acc_1', look: 'redesign', pdf_text: 'none', long_side: 480, max_slides: 100, deck },
    async ({ deck: { slides }, soundOf }) => {
      const recording = slides[0]?.recording ?? expect.fail('no recording');
      expect(recording.clips).toHaveLength(20);
      return soundOf(recording).catch((error: unknown) => error);
    },
    () => undefined,
    new AbortController().signal,
  );
  expect(heard).toBeInstanceOf(ServiceError);
  expect(heard).toMatchObject({ code: 'audio_too_long' });
  expect(decoded).toBe(2);
});

it.runIf(isWhole)('after four hours of recordings nothing more of a deck is decoded', async () => {
  const slide: ParsedSlide = {
    source_page: 1,
    content: { title: 'A', bullet_points: [], speaker_notes: '', layout: 'auto', build: 'none' },
    recording: { clips: [{ source: { from: 'path', path: 'sound' } }], isMarkedAsNarration: true },
    ...{ look: 'redesign', pictures: 0, clicks: 0 },
  };
  const made: Import = {
    ...{ id: 'imp_1', account_id: 'acc_1', plan: 'max', status: 'processing', progress: 0, attempt: 1 },
    ...{ timeline_id: 'tl_1', options: { look: 'auto', pdf_text: 'none' }, kind: 'pptx', name: null, size_bytes: 1 },
    ...{ deck_key: 'deck', created_at: START.toISOString(), enqueued_at: START.toISOString() },
  };
  let decoded = 0;
  const soundOf = async (): Promise<Buffer> => {
    decoded += 1;
    return tenMinutes;
  };
  const slides = Array<ParsedSlide>(26).fill(slide);
  const { stored, warnings } = await storeRecordings(
    { files: { putBytes: async () => undefined }, tombstones: memoryTombstoneStore(), clock: () => START },
    made,
    {
      deck: {
        ...{ kind: 'pptx', title: null, language: 'en', sides: null, settings: {}, pages: 26, warnings: [], slides },
      },
      ...{ pictures: [], before: new Map(), bytesOf: () => expect.fail(), fileOf: () => expect.fail(), soundOf },
    },
    'en',
    { stored_bytes: 1e12 },
  );
  expect([stored.size, decoded]).toEqual([24, 24]);
  expect(warnings.map(({ message }) => message.includes('4 hours in all'))).toEqual([true, true]);
});
