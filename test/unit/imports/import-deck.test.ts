import { beforeEach, describe, expect, it } from 'vitest';
import type { ParsedDeck } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import { type Import, type ImportFailure, type ImportReport, MAX_REPORT_WARNINGS } from '#features/imports/import.ts';
import { type ImportDeckDeps, importDeck } from '#features/imports/import-deck.ts';
import { removeUnsupportedVoiceFromDeck } from '#features/imports/known-voices.ts';
import type { ReencodedDeckPicture } from '#features/imports/ports.ts';
import { verdictsOfReport } from '#features/imports/verdict.ts';
import { fileKeysOfTimeline } from '#features/timelines/change-timeline.ts';
import { filesOfVideo } from '#features/timelines/slide-video.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { memoryTemplates } from '#test/support/fakes/custom-template-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { type MemoryTombstones, memoryTombstoneStore } from '#test/support/fakes/tombstone-store.ts';
import { START } from '#test/support/samples/entities.ts';
import { sampleVideo } from '#test/support/samples/sample-video.ts';

const MADE: Import = {
  ...{ id: 'imp_1', account_id: 'acc_1', plan: 'max', status: 'processing', progress: 0, attempt: 1 },
  ...{ timeline_id: 'tl_1', options: { look: 'auto', pdf_text: 'none' }, kind: 'pptx', name: null, size_bytes: 1 },
  ...{ deck_key: 'deck', created_at: START.toISOString(), enqueued_at: START.toISOString() },
};
const STATES = 40;
const pathOf = (slide: number, state: number): string => `${slide}-${state}.png`;

/** A deck of slides with states, the last of which is their image. @param notes of each slide */
function deckOf(slides: number, notes: string, states = STATES): ParsedDeck {
  const source = (slide: number, state: number) => ({ from: 'path' as const, path: pathOf(slide, state) });
  return {
    ...{ kind: 'pptx', title: null, language: 'en', sides: null, settings: {}, pages: slides, warnings: [] },
    slides: Array.from({ length: slides }, (_, at) => ({
      ...{ source_page: at + 1, look: 'original', pictures: 0, clicks: states - 1 },
      content: { title: 'A', bullet_points: [], speaker_notes: notes, layout: 'page', build: 'none' },
      image: { source: source(at, states - 1), alt: '' },
      builds: Array.from({ length: states }, (_, state) => ({ source: source(at, state), text: '' })),
    })),
  };
}

const files = memoryFileStore();
let tombstones: MemoryTombstones;
let templates: ReturnType<typeof memoryTemplates>;
let completed: { loaded: LoadedTimeline; report: ImportReport } | undefined;
let failed: ImportFailure | undefined;

beforeEach(async () => {
  files.files.clear();
  await files.putBytes('deck', new Uint8Array(1), 'application/pdf');
  tombstones = memoryTombstoneStore();
  templates = memoryTemplates(tombstones);
  completed = undefined;
  failed = undefined;
  withVideos = 'completed';
});

/** Stores the files of a video, unless its file is named `damaged`. */
const decodeVideo: ImportDeckDeps['decodeVideo'] = async (source, { announce }) => {
  const name = 'file' in source ? source.file : expect.fail('a video of a deck is a file');
  const video = sampleVideo({ key: `videos/${name}` });
  for (const { key } of filesOfVideo(video)) {
    await announce(key);
    await files.putBytes(key, Buffer.from(name), 'application/octet-stream');
    if (name === 'damaged') throw new ServiceError('video_invalid', 'It is damaged.', { param: 'video' });
  }
  return video;
};

/** The outcome of the write of a timeline with videos. */
let withVideos: 'completed' | 'no_room';

async function importOf(deck: ParsedDeck, made = MADE): Promise<void> {
  const pictures = deck.slides.flatMap(({ builds = [] }) =>
    builds.map(
      ({ source }): ReencodedDeckPicture => ({
        path: source.from === 'path' ? source.path : expect.fail('no path'),
        ...{ width: 8, height: 6, content_type: 'image/png' },
      }),
    ),
  );
  const imports: Partial<ImportDeckDeps['imports']> = {
    claim: async () => made,
    find: async () => made,
    complete: async (_, { report }, loaded, __, change) => {
      const { template_id } = loaded.timeline;
      if (template_id !== 'plain' && !(await templates.find('acc_1', template_id))) return 'no_template';
      if (loaded.slides.some(({ video }) => video) && withVideos === 'no_room') return 'no_room';
      tombstones.prepare('acc_1', change)();
      completed = { loaded, report };
      return 'completed';
    },
    fail: async (_, { error }) => {
      failed = error;
    },
  };
  const deps: ImportDeckDeps = {
    ...{ templates, fonts: { all: async () => [] } },
    ...{ files, tombstones, clock: () => START, every: () => ({ stop: () => undefined }) },
    imports: imports as ImportDeckDeps['imports'],
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    voices: espeakIdentity,
    shrinkPicture: async (bytes) => bytes,
    fetchFile: () => expect.fail('nothing is fetched'),
    decodeVideo,
    queue: { send: async () => undefined },
    readDeck: (_, use) =>
      use({
        ...{ deck, pictures, before: new Map(), soundOf: () => expect.fail('no sound') },
        fileOf: async (path) => path,
        bytesOf: async ({ path }) => Buffer.from(path),
      }),
  };
  const receipt = { message_id: 'm', hideFor: async () => undefined };
  await importDeck(deps, { account_id: 'acc_1', import_id: 'imp_1' }, receipt).catch(() => undefined);
}

const done = () => completed ?? expect.fail(`it was not completed: ${failed?.message}`);

describe('an imported deck with states', () => {
  it('keeps them where its timeline has room', async () => {
    await importOf(deckOf(3, ''));
    const { loaded, report } = done();
    expect(loaded.slides.map(({ builds }) => builds?.length)).toEqual([STATES, STATES, STATES]);
    expect(report.warnings.map(({ code }: DeckWarning) => code)).toEqual(['deck_silent']);
    expect(tombstones.files()).toEqual(['deck']);
  });

  it('is imported without them where they make its timeline too large, and leaves none of their files', async () => {
    await importOf(deckOf(70, ''));
    const { loaded, report } = done();
    expect(loaded.slides.every(({ builds }) => builds === undefined)).toBe(true);
    expect(report.warnings).toContainEqual(
      expect.objectContaining({
        slide: null,
        code: 'animation_not_taken',
        message: expect.stringContaining('too large'),
      }),
    );
    expect(verdictsOfReport(report, MADE).summary).toEqual({ whole: 0, approximate: 70, lost: 0 });
    const stored = [...files.files.keys()];
    expect(stored).toHaveLength(1 + 70 * STATES);
    const named = fileKeysOfTimeline(loaded);
    expect(named).toHaveLength(70);
    expect(tombstones.files()).toEqual(stored.filter((key) => !named.includes(key)).sort());
  });

  it('is refused where it is too large without them', async () => {
    await importOf(deckOf(300, '"'.repeat(SLIDE_LIMITS.notes), 2));
    expect(completed).toBeUndefined();
    expect(failed).toMatchObject({ code: 'import_too_large', message: expect.stringContaining('Split the deck') });
  });
});

describe('an imported deck with a voice', () => {
  const spoken = async (settings: ParsedDeck['settings']) => {
    await importOf({ ...deckOf(1, 'Say hello to all of us.', 1), settings });
    const { timeline } = done().loaded;
    return { ...done(), timeline, lines: done().report.warnings.map(({ message }) => message) };
  };

  it('has it, with its speed, and an estimate of its length at that speed', async () => {
    const { timeline, lines } = await spoken({ voice: 'en-gb', speed: 0.5 });
    expect(timeline).toMatchObject({ voice: 'en-gb', speed: 0.5 });
    expect(lines).toEqual([]);
    const usual = await spoken({});
    expect(timeline.duration_seconds).toBeGreaterThan(usual.timeline.duration_seconds);
  });

  it('has the usual one where there is no such voice, and the report names some', async () => {
    const { timeline, lines } = await spoken({ voice: 'nobody', speed: 1.2 });
    expect(timeline.voice).toBeUndefined();
    expect(timeline.speed).toBe(1.2);
    expect(lines).toEqual([expect.stringMatching(/^voice: There is no such voice; voices for "en": "en-us"/)]);
  });

  it('keeps its speakers, and the report says which of their voices do not exist', async () => {
    const speakers = { Anna: { voice: 'nobody' }, Ben: { voice: 'en-gb', speed: 1.5 } };
    const { timeline, lines } = await spoken({ speakers });
    expect(timeline.speakers).toEqual(speakers);
    expect(lines).toEqual([expect.stringMatching(/^speakers\.Anna\.voice: There is no such voice; /)]);
  });

  it('has the usual speed where its voice has one only', async () => {
    const voices = { ...espeakIdentity, takesSpeed: () => false };
    const deck = { ...deckOf(1, 'Hello', 1), settings: { voice: 'en-gb', speed: 1.2 } };
    const { settings, warnings } = removeUnsupportedVoiceFromDeck(deck, 'en', voices);
    expect(settings).toEqual({ voice: 'en-gb' });
    expect(warnings.map(({ message }) => message)).toEqual(['speed: This voice supports speed 1 only.']);
  });
});

describe('an imported deck with a brand', () => {
  const BRAND = { colors: { background: '#102040', text: '#ffffff' }, fonts: { body: 'Georgia' } };
  const branded: Import = { ...MADE, options: { ...MADE.options, brand: 'deck' } };
  const plain = deckOf(1, '', 2);

  it('has its template, and the report says so', async () => {
    await importOf({ ...plain, brand: BRAND }, branded);
    const { loaded, report } = done();
    const [template = expect.fail('no template')] = await templates.all('acc_1');
    expect(template).toMatchObject({ name: 'A', base: 'plain', colors: BRAND.colors });
    expect(loaded.timeline.template_id).toBe(template.id);
    expect(report.brand).toEqual({
      ...{ template_id: template.id, name: 'A', reused: false, logo: false },
      fonts: [{ part: 'body', deck: 'Georgia', template: 'Source Serif 4' }],
    });
  });

  it('has the usual template in an import of an earlier version, which does not know of brands', async () => {
    await importOf({ ...plain, brand: BRAND }, MADE);
    expect([done().loaded.timeline.template_id, done().report.brand]).toEqual(['plain', undefined]);
    expect(await templates.all('acc_1')).toEqual([]);
  });

  it('has the usual one without a room for another, and the report says so', async () => {
    templates.refuse('too_many');
    await importOf({ ...plain, brand: BRAND }, branded);
    const { loaded, report } = done();
    expect([loaded.timeline.template_id, report.brand]).toEqual(['plain', undefined]);
    expect(report.warnings.map(({ code }) => code)).toContain('brand_not_taken');
    expect(verdictsOfReport(report, branded).summary).toEqual({ whole: 1, approximate: 0, lost: 0 });
  });

  it('has the usual one where its template is deleted before the timeline is there', async () => {
    templates.forget();
    await importOf({ ...plain, brand: BRAND }, branded);
    const { loaded, report } = done();
    expect([loaded.timeline.template_id, report.brand]).toEqual(['plain', undefined]);
    const about = report.warnings.filter(({ message }) => /template/.test(message));
    expect(about).toMatchObject([
      { slide: null, code: 'brand_not_taken', message: expect.stringContaining('was deleted during the import') },
    ]);
    expect(verdictsOfReport(report, branded).summary).toEqual({ whole: 1, approximate: 0, lost: 0 });
  });

  it('has the line about its template also in a report that is full, in which each slide keeps its verdict', async () => {
    templates.forget();
    const slides = 300;
    const lines = Array.from({ length: slides }, (_, at) => [
      { slide: at + 1, code: 'font_replaced' as const, message: 'Another font.' },
      { slide: at + 1, code: 'video_not_taken' as const, message: 'No video.' },
    ]);
    await importOf({ ...deckOf(slides, '', 2), warnings: lines.flat(), brand: BRAND }, branded);
    const { report } = done();
    expect(report.warnings).toHaveLength(MAX_REPORT_WARNINGS);
    expect(report.warnings.at(-1)).toMatchObject({ slide: null, code: 'brand_not_taken' });
    expect(verdictsOfReport(report, branded).summary).toEqual({ whole: 0, approximate: 0, lost: slides });
  });

  it('makes no template where it is refused', async () => {
    await importOf({ ...deckOf(300, '"'.repeat(SLIDE_LIMITS.notes), 2), brand: BRAND }, branded);
    expect(failed).toMatchObject({ code: 'import_too_large' });
    expect(await templates.all('acc_1')).toEqual([]);
  });
});

describe('a deck with videos', () => {
  const source = (path: string) => ({ from: 'path' as const, path });
  const slideOf = (path: string) => ({
    ...{ source_page: 1, look: 'redesign' as const, pictures: 0, clicks: 0 },
    content: { title: 'A', bullet_points: [], speaker_notes: '', layout: 'auto' as const, build: 'none' as const },
    video: { source: source(path), place: 'framed' as const, from: 1, cutsEnd: 2, isMuted: true as const },
  });
  const deck = (...paths: string[]): ParsedDeck => ({
    ...deckOf(0, ''),
    pages: paths.length,
    slides: paths.map((path, at) => ({ ...slideOf(path), source_page: at + 1 })),
  });

  it('has slides that play them, and a line for each that is refused, of which no file is left', async () => {
    await importOf(deck('good', 'damaged'));
    const { loaded, report } = done();
    expect(loaded.slides[0]?.video).toMatchObject({
      ...{ key: 'videos/good', place: 'framed', trim: { from: 1, to: 8 }, muted: true, loop: false, volume: 1 },
    });
    expect(loaded.timeline.duration_seconds).toBe(7 + 5);
    expect(loaded.slides[1]?.video).toBeUndefined();
    expect(report.warnings).toContainEqual({
      ...{ slide: 2, code: 'video_not_taken' },
      message: 'A video was not used: it is damaged. Send it as `video` of the slide.',
    });
    expect(verdictsOfReport(report, MADE).summary).toEqual({ whole: 0, approximate: 1, lost: 1 });
    expect(tombstones.files()).toEqual(['deck', 'videos/damaged']);
    expect(fileKeysOfTimeline(loaded).toSorted()).toEqual(
      filesOfVideo(sampleVideo({ key: 'videos/good' }))
        .map(({ key }) => key)
        .toSorted(),
    );
  });

  it('is imported without them where the plan has no room, with a line for each', async () => {
    withVideos = 'no_room';
    await importOf(deck('good', 'good'));
    const { loaded, report } = done();
    expect(loaded.slides.every(({ video }) => video === undefined)).toBe(true);
    expect(report.warnings.filter(({ code }) => code === 'video_not_taken').map(({ slide }) => slide)).toEqual([1, 2]);
    expect(new Set(tombstones.files())).toEqual(new Set(['deck', ...files.files.keys()]));
  });
});
