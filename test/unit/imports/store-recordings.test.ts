import { expect, it } from 'vitest';
import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import type { Import } from '#features/imports/import.ts';
import { ImportExceedsPlanLimitsError } from '#features/imports/import-exceeds-plan-limits.ts';
import { planImport } from '#features/imports/plan-import.ts';
import type { IsolatedDeckResult } from '#features/imports/ports.ts';
import { storeRecordings } from '#features/imports/store-recordings.ts';
import { sentencesOfNotes } from '#features/narration/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { as16Bit, recordedSpeech } from '#test/support/audio/recorded-speech.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { START } from '#test/support/samples/entities.ts';

const MADE: Import = {
  ...{ id: 'imp_1', account_id: 'acc_1', plan: 'pro', status: 'processing', progress: 0, attempt: 1 },
  ...{ timeline_id: 'tl_1', options: { look: 'auto', pdf_text: 'none' }, kind: 'pptx', name: null, size_bytes: 1 },
  ...{ deck_key: 'deck', created_at: START.toISOString(), enqueued_at: START.toISOString() },
};

const soundOf = (seconds: number): Buffer => {
  const samples = as16Bit(recordedSpeech([[seconds, 0.5]]));
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
};

/** A slide that speaks with a recording of some seconds; null: it has none. */
const slideOf = (seconds: number | null, notes = '', isMarkedAsNarration = true): ParsedSlide => ({
  source_page: 1,
  content: { title: 'A', bullet_points: [], speaker_notes: notes, layout: 'auto', build: 'none' },
  ...(seconds === null
    ? {}
    : { recording: { clips: [{ source: { from: 'path', path: `sound-${seconds}` } }], isMarkedAsNarration } }),
  ...{ look: 'redesign', pictures: 0, clicks: 0 },
});

const deckOf = (slides: readonly ParsedSlide[]): IsolatedDeckResult['deck'] => ({
  ...{ kind: 'pptx', title: null, language: 'en', sides: null, settings: {}, pages: slides.length, warnings: [] },
  slides: [...slides],
});

function store(
  slides: readonly ParsedSlide[],
  { sound, stored_bytes = 1e9 }: { sound?: IsolatedDeckResult['soundOf']; stored_bytes?: number } = {},
) {
  const files = memoryFileStore();
  const tombstones = memoryTombstoneStore();
  const taken: IsolatedDeckResult = {
    deck: deckOf(slides),
    pictures: [],
    before: new Map(),
    bytesOf: () => expect.fail(),
    fileOf: () => expect.fail(),
    soundOf:
      sound ??
      (async ({ clips: [clip] }) =>
        soundOf(Number(clip?.source.from === 'path' ? clip.source.path.replace('sound-', '') : Number.NaN))),
  };
  const deps = { files, tombstones, clock: () => START };
  return { files, tombstones, made: storeRecordings(deps, MADE, taken, 'en', { stored_bytes }) };
}

it('a recording is the narration of its slide from the first moment of the timeline', async () => {
  const slides = [slideOf(null, 'Spoken by a voice.'), slideOf(3, 'First sentence. Second sentence.')];
  const { files, tombstones, made } = store(slides);
  const { stored, lifted, warnings } = await made;
  expect(warnings).toEqual([]);
  expect(tombstones.files()).toEqual([...files.files.keys()]);
  expect([...tombstones.stored.values()].map(({ id }) => id)).toEqual(lifted);
  const { loaded, report } = planImport(MADE, deckOf(slides), { pictures: new Map(), recordings: stored }, START);
  expect(report.slides.map(({ recording }) => recording?.seconds)).toEqual([undefined, 3, undefined]);
  expect(report.slides[1]?.recording).toEqual({ clips: 1, seconds: 3 });
  const [spoken, recorded] = loaded.slides;
  expect(spoken?.audio).toBeUndefined();
  const [key = ''] = files.files.keys();
  expect(recorded?.audio).toMatchObject({
    ...{ status: 'ready', source: 'uploaded', format: 'wav', key, size_bytes: files.files.get(key)?.length },
    ...{ account_id: 'acc_1', timeline_id: 'tl_1', slide_id: recorded?.id, duration_seconds: 3 },
    sentences: [{ text: 'First sentence.' }, { text: 'Second sentence.' }],
  });
});

it('a deck that is recorded without notes is not called silent', async () => {
  const slides = [slideOf(2)];
  const { stored } = await store(slides).made;
  const plan = (recordings: typeof stored) =>
    planImport(MADE, deckOf(slides), { pictures: new Map(), recordings }, START).report.warnings.map(
      ({ code }) => code,
    );
  expect(plan(stored)).toEqual([]);
  expect(plan(new Map())).toEqual(['deck_silent']);
});

it.each<[string, string, RegExp]>([
  ['with notes', 'Said.', /cannot be read\. A voice speaks the notes\./],
  ['without notes', '', /cannot be read\. The slide has no sound\./],
])('a recording that cannot be decoded is reported, on a slide %s', async (_, notes, line) => {
  const sound = async () => {
    throw new ServiceError('audio_invalid', 'The audio cannot be read.');
  };
  const { files, made } = store([slideOf(2, notes)], { sound });
  const { stored, warnings } = await made;
  expect(stored.size + files.files.size).toBe(0);
  expect(warnings).toMatchObject([{ slide: 1, code: 'audio_not_taken', message: expect.stringMatching(line) }]);
});

it('a busy decoder ends the attempt, not the recording', async () => {
  const busy = new ServiceError('unavailable', 'later');
  const { made } = store([slideOf(2)], { sound: () => Promise.reject(busy) });
  await expect(made).rejects.toBe(busy);
});

it('a short sound that merely plays by itself does not silence long notes; a recording does', async () => {
  const notes = 'A sentence that takes some time to say. '.repeat(20);
  const effect = await store([slideOf(1, notes, false)]).made;
  expect(effect.stored.size).toBe(0);
  expect(effect.warnings[0]?.message).toContain('as an effect is');
  expect((await store([slideOf(1, notes, true)]).made).stored.size).toBe(1);
});

it('recordings beyond ten minutes of a slide or four hours of a deck are reported', async () => {
  const quiet = (seconds: number) => Buffer.alloc(seconds * 96_000);
  const { warnings } = await store([slideOf(1)], { sound: async () => quiet(601) }).made;
  expect(warnings[0]?.message).toContain('longer than 10 minutes');
});

it.each([
  ['start like SSML', '<speak>First sentence. Second sentence.', ['First sentence.', 'Second sentence.']],
  ['are refused', 'Too long. '.repeat(SLIDE_LIMITS.notes), []],
])('a recording of a slide whose notes %s has the sentences that the slide gets', async (_, notes, sentences) => {
  const slides = [slideOf(3, notes, false)];
  const { stored } = await store(slides).made;
  const { loaded } = planImport(MADE, deckOf(slides), { pictures: new Map(), recordings: stored }, START);
  const [slide] = loaded.slides;
  expect(sentencesOfNotes(slide?.speaker_notes ?? '', 'en')).toEqual(sentences);
  expect(slide?.audio?.sentences?.map(({ text }) => text)).toEqual(sentences);
});

it('recordings without room in the plan end the import before they are all written', async () => {
  const { files, made } = store([slideOf(2), slideOf(3)], { stored_bytes: 300_000 });
  await expect(made).rejects.toBeInstanceOf(ImportExceedsPlanLimitsError);
  expect(files.files.size).toBe(1);
  expect(ENTITLEMENTS.pro.stored_bytes).toBeGreaterThan(300_000);
});
