import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { encodeStillClips } from '#engine/video/encode-clips.ts';
import { muxClips } from '#engine/video/mux/mux-clips.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { performVideoEncodingTask } from '#features/renders/encode-segment.ts';
import { assembleVideo, performRenderAssemblyTask } from '#features/renders/perform-render-assembly-task.ts';
import type { VideoPartEncoder } from '#features/renders/ports.ts';
import { prepareRender } from '#features/renders/prepare-render.ts';
import type { RenderTaskRef } from '#features/renders/render-task.ts';
import { type ClaimedRenderTask, runRenderTask } from '#features/renders/run-render-task.ts';
import { writeTimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';
import { newId } from '#kernel/shared/ids.ts';
import { memoryArtifactStore } from '#test/support/fakes/artifact-store.ts';
import { noBatchQueue } from '#test/support/fakes/batch-queue.ts';
import { noExtras } from '#test/support/fakes/extras-maker.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { noImagesToObtain } from '#test/support/fakes/no-image-fetches.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { memorySpeechStore } from '#test/support/fakes/speech-store.ts';
import { handClock, sampleRender, sampleSlide, sampleTask } from '#test/support/samples/entities.ts';
import { gopRuntime } from '#test/support/video/gop-clips.ts';
import { noFootage } from '#test/support/video/no-footage.ts';

/** The version that works at the moment. Version 2 has another design, so that glyphs move. */
let version = 1;

vi.mock('#features/templates/built-in-templates.ts', async (original) => {
  const module = await original<typeof import('#features/templates/built-in-templates.ts')>();
  const drawn = new Map<number, object>();
  return {
    ...module,
    requireBuiltInTemplate() {
      const known = drawn.get(version) ?? { ...module.requireBuiltInTemplate(version === 1 ? 'plain' : 'midnight') };
      drawn.set(version, known);
      return known;
    },
  };
});

// Otherwise the worker that prepared so small a video would make all of it, and no version could come in between.
vi.mock('#features/renders/plan/work-shares.ts', async (original) => ({
  ...(await original<typeof import('#features/renders/plan/work-shares.ts')>()),
  fitsOneWorker: () => false,
}));

const SLIDES = 4;
const SIZE = { resolution: '480p', width: 854, height: 480 } as const;
const painter = createSlideAndCaptionPainter();
const directories: string[] = [];
const unused = () => Promise.reject(new Error('the film is silent, and nothing moves in it'));
const maker: VideoPartEncoder = {
  encodeStillClips: (settings, pictures, outFile, signal) =>
    encodeStillClips(settings, pictures, outFile, { ...gopRuntime, signal }),
  mux: (finished, outFile, signal) => muxClips(finished, outFile, { ...gopRuntime, signal }),
  encodePoster: async ({ rgba }) => rgba.slice(0, 4),
  ...{ encodeMovingClips: unused, encodeSoundtrackParts: unused, joinSoundtrack: unused, encodeSoundWhole: unused },
};

/**
 * Makes a video with the real painter and encoder.
 * @param versionAt the version that handles a message, by its number
 * @returns the hash of its bytes, and how often the render was started
 */
async function film(versionAt: (message: number) => number): Promise<{ hash: string; epoch: number }> {
  const ledger = memoryLedger();
  const { renders, filmStore: films } = memoryRenderStore(ledger);
  const files = memoryFileStore();
  const { clock } = handClock();
  const sent: RenderTaskRef[] = [];
  const send = async (task: RenderTaskRef) => void sent.push(task);
  const deps = {
    ...{
      renders,
      films,
      files,
      clock,
      maker,
      artifacts: memoryArtifactStore(),
      speech: memorySpeechStore(ledger).speech,
    },
    renderer: async () => ({ versions: { template: version }, build: '' }),
    encoder: async () => 'the same',
    narrationShare: 2,
    batchQueue: noBatchQueue,
    queue: { send, sendAll: async (tasks: readonly RenderTaskRef[]) => void sent.push(...tasks) },
    speechRequiredBySlide: () => undefined,
    adoptSpeech: async () => undefined,
    encodePicturesAhead: unused,
    every: () => ({ stop: () => undefined }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    footage: noFootage,
    painter: () => painter,
    posters: new ByteLimitedLruCache<Uint8Array>(1, ({ length }) => length),
    extras: noExtras,
    async workspace<T>(work: (directory: string) => Promise<T>): Promise<T> {
      const directory = await mkdtemp(join(tmpdir(), 'deploys-'));
      directories.push(directory);
      return work(directory);
    },
  };
  const settings = {
    title: 'Deck',
    template_id: 'plain',
    language: 'en',
    format: 'landscape',
    resolution: '480p',
    metadata: {},
    transition: { type: 'none', duration_seconds: 0 },
  } as const;
  const id = newId('render');
  const { output } = sampleRender();
  const render = sampleRender({
    ...{ id, account_id: newId('account'), snapshot_key: `snapshots/${id}`, slides_total: SLIDES },
    output: { ...output, ...SIZE, captions: 'none' },
  });
  const slides = Array.from({ length: SLIDES }, (_, index) =>
    sampleSlide({ title: `Slide ${index}`, duration_seconds: 1 }),
  );
  await writeTimelineSnapshot(files, render.snapshot_key, { settings, slides, first_position: 0 });
  await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, { render_seconds: 0, narration_characters: 0 });
  await send(sampleTask(render));
  const perform = (work: ClaimedRenderTask) => {
    if (work.task.kind === 'prepare')
      return prepareRender(
        { ...deps, ...noImagesToObtain, assemble: (own, video) => assembleVideo(deps, own, video) },
        work,
      );
    return work.task.kind === 'assembly' ? performRenderAssemblyTask(deps, work) : performVideoEncodingTask(deps, work);
  };
  let number = 0;
  for (let task = sent.shift(); task; task = sent.shift()) {
    version = versionAt(number++);
    await runRenderTask(deps, task, { message_id: 'm', hideFor: async () => undefined }, perform);
  }
  const ended = await renders.find(render.account_id, id);
  expect(ended).toMatchObject({ status: 'completed', result: { duration_seconds: SLIDES } });
  const bytes = await files.getBytes(ended?.result?.video_key ?? '');
  return { hash: createHash('sha256').update(bytes).digest('hex'), epoch: ended?.epoch ?? 0 };
}

afterAll(() => Promise.all(directories.map((directory) => rm(directory, { recursive: true, force: true }))));

it('a video over which a deploy or a rollback came is, byte for byte, the video of one version', async () => {
  const [old, next] = [await film(() => 1), await film(() => 2)];
  expect(old.hash).not.toBe(next.hash);
  // The messages: prepare, a share of the pictures, assembly.
  for (const boundary of [1, 2]) {
    expect(await film((message) => (message < boundary ? 1 : 2))).toEqual({ ...next, epoch: 2 });
    expect(await film((message) => (message < boundary ? 2 : 1))).toEqual({ ...old, epoch: 2 });
  }
}, 120_000);
