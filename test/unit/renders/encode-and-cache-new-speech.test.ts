import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type EncodeSpeechAheadDeps, encodeAndCacheNewSpeech } from '#features/renders/encode-and-cache-new-speech.ts';
import type { FrameSchedule } from '#features/renders/plan/frame-schedule.ts';
import { planRenderSoundtrack } from '#features/renders/plan/soundtrack-plan.ts';
import { memoryArtifactStore } from '#test/support/fakes/artifact-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';

const PLACE = { account_id: 'acc_1', timeline_id: 'tl_1' };
const WAV = Buffer.from('the samples');
const FRAME = 1024 / 48_000;

let files: ReturnType<typeof memoryFileStore>;
let artifacts: ReturnType<typeof memoryArtifactStore>;
let warned: string[];
let deps: EncodeSpeechAheadDeps;
/** Encoders that run at the same time must not write over each other's part. */
const encodeSoundtrackParts: EncodeSpeechAheadDeps['maker']['encodeSoundtrackParts'] = async (parts, fileOf) => {
  for (const { spec, part, outFile } of parts)
    await writeFile(outFile, `${part.index}:${await readFile(fileOf(spec.cues[0]?.source ?? ''), 'utf8')}`);
};

beforeEach(() => {
  files = memoryFileStore();
  artifacts = memoryArtifactStore();
  warned = [];
  deps = {
    files,
    artifacts,
    clock: () => new Date('2026-01-01T00:00:00Z'),
    encoder: async () => 'encoder 1',
    maker: { encodeSoundtrackParts },
    async workspace(work) {
      const directory = await mkdtemp(join(tmpdir(), 'ahead-'));
      try {
        return await work(directory);
      } finally {
        await rm(directory, { recursive: true });
      }
    },
    log: { info: () => undefined, warn: (message) => void warned.push(message), error: () => undefined },
  };
});

const ahead = (duration_seconds: number, signal = new AbortController().signal) =>
  encodeAndCacheNewSpeech(deps, PLACE, [{ speech: { hash: 'spoken', duration_seconds }, wav: WAV }], signal);

/** The parts of a video that speaks from `start_seconds` on, and is silent for long before its end. */
const partsOfFilm = (
  duration_seconds: number,
  start_seconds: number,
  { encoder = 'encoder 1', hash = 'spoken' } = {},
): readonly string[] => {
  const speech = { hash, key: 'spoken.wav', start_seconds, duration_seconds, sentences: [] };
  const schedule = { slides: [{ speech }], frames: 30 * 600, fps: 30 } as unknown as FrameSchedule;
  return planRenderSoundtrack(schedule, undefined, 'aac', encoder)?.parts ?? [];
};

it.each([
  ['the beginning', 0.5],
  ['between two frames of the sound', 17.25 + FRAME / 3],
  ['late', 301.7],
])('leaves what a video needs that speaks at %s', async (_, start) => {
  for (const seconds of [0.4, 7.31, 59.999, 200]) {
    await ahead(seconds);
    const names = partsOfFilm(seconds, start);
    const found = await artifacts.findMany(PLACE, names);
    expect([...found.keys()].toSorted(), `${seconds} s`).toEqual([...names].toSorted());
  }
});

/** What lies where the records of artifacts say. */
async function contentsOf(names: readonly string[]): Promise<string[]> {
  const found = await artifacts.findMany(PLACE, names);
  return names.map((name) => {
    const { key, offset, bytes } = found.get(name) ?? { key: '', offset: 0, bytes: 0 };
    return Buffer.from(files.files.get(key) ?? [])
      .subarray(offset, offset + bytes)
      .toString();
  });
}

it('stores the parts in one file, each where its record says', async () => {
  await ahead(200);
  const names = partsOfFilm(200, 1);
  expect(names.length).toBeGreaterThan(2);
  expect(await contentsOf(names)).toEqual(names.map((_, index) => `${index}:the samples`));
  expect(files.files.size).toBe(1);
});

it('stores several speeches in one file, which no file with others of them replaces', async () => {
  const lengths = { a: 7, long: 200, b: 0.5 };
  const spoken = Object.entries(lengths).map(([hash, duration_seconds]) => ({
    speech: { hash, duration_seconds },
    wav: Buffer.from(`the samples of ${hash}`),
  }));
  const check = async () => {
    for (const [hash, seconds] of Object.entries(lengths)) {
      const names = partsOfFilm(seconds, 1, { hash });
      expect(await contentsOf(names)).toEqual(names.map((_, index) => `${index}:the samples of ${hash}`));
    }
  };
  const { signal } = new AbortController();
  await encodeAndCacheNewSpeech(deps, PLACE, spoken, signal);
  await check();
  expect(files.files.size).toBe(1);
  await encodeAndCacheNewSpeech(deps, PLACE, spoken.slice(0, 1), signal);
  await check();
  expect(files.files.size).toBe(2);
});

it('is not found by another build of the encoder', async () => {
  await ahead(7);
  expect((await artifacts.findMany(PLACE, partsOfFilm(7, 1, { encoder: 'encoder 2' }))).size).toBe(0);
});

it('only tells operators when it fails, and nothing when its work was stopped', async () => {
  deps.maker = { encodeSoundtrackParts: () => Promise.reject(new Error('no encoder')) };
  await ahead(7);
  expect(warned).toHaveLength(1);
  await ahead(7, AbortSignal.abort());
  expect([warned.length, files.files.size]).toEqual([1, 0]);
});
