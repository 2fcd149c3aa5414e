import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackgroundUploads } from '#features/renders/background-uploads.ts';
import type { PictureDrawer } from '#features/renders/draw-pictures.ts';
import type { EncodeVideoPartsDeps } from '#features/renders/encode-segment.ts';
import { fetchOrEncodeVideoParts } from '#features/renders/fetch-or-encode-video-parts.ts';
import type { RenderPlan } from '#features/renders/plan/render-plan.ts';
import type { VideoPartEncoder } from '#features/renders/ports.ts';
import { newId } from '#kernel/shared/ids.ts';
import { memoryArtifactStore } from '#test/support/fakes/artifact-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { handClock, sampleRender, sampleSlide, sampleTask, sampleTimeline } from '#test/support/samples/entities.ts';
import { noFootage } from '#test/support/video/no-footage.ts';

let directory: string;
let files: ReturnType<typeof memoryFileStore>;
/** Called before an encoder starts. */
let encoding: () => Promise<void> | void;
let made: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parts-'));
  files = memoryFileStore();
  [encoding, made] = [() => undefined, []];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const unused = (): never => {
  throw new Error('not used here');
};
/** Each clip is one byte: the number of its slide. */
const encodeStillClips: VideoPartEncoder['encodeStillClips'] = async (_, pictures, outFile) => {
  await encoding();
  const slides: number[] = [];
  for await (const picture of pictures) slides.push('rgba' in picture ? (picture.rgba[0] ?? 0) : 0);
  made.push(slides.join());
  await writeFile(outFile, Uint8Array.from(slides));
  return slides.map((_, offset) => ({ offset, bytes: 1, form: 'key_frame', frames: 1, parameter_sets: 'p' }));
};
const raw: PictureDrawer['raw'] = async ({ slide }) => ({ width: 1, height: 1, rgba: Uint8Array.from([slide]) });
const drawer: PictureDrawer = {
  ...{ raw, still: raw, footage: unused, stream: unused },
  free: () => undefined,
  ...{ yuv: unused, layers: unused, pair: unused, entrance: unused, zoom: unused, presenter: unused, caption: unused },
  ...{ drifts: unused, zoomRoom: unused },
};
const clip = { form: 'key_frame', frames: 1, parameter_sets: 'p' } as const;
const shot = (slide: number) => ({ kind: 'still', frames: 30, picture: { slide }, clip: `clip ${slide}` }) as const;

/** The bytes of a video of three slides, of which the first two have been made before. */
async function collect(): Promise<number[]> {
  const { clock } = handClock();
  const render = sampleRender({ account_id: newId('account') });
  const artifacts = memoryArtifactStore();
  const known = [0, 1].map((slide) => ({
    ...{ name: `clip ${slide}`, key: `file ${slide}`, offset: 0, bytes: 1, clip, made_at: clock().toISOString() },
  }));
  const deps: EncodeVideoPartsDeps = {
    ...{ files, artifacts, clock, footage: noFootage, painter: unused, workspace: unused },
    maker: {
      encodeStillClips,
      ...{ encodeMovingClips: unused, encodeSoundtrackParts: unused, joinSoundtrack: unused },
      ...{ encodeSoundWhole: unused, mux: unused, encodePoster: unused },
    },
  };
  const task = sampleTask(render);
  const work = { render, task, lease: { task, token: 't' }, signal: new AbortController().signal };
  const plan: RenderPlan = {
    ...{ fps: 30, frames: 90, slides: [], shots: [shot(0), shot(1), shot(2)], captions: [], slides_reused: 2 },
    ...{ missing: { shots: [2], parts: [] }, shares: { shots: [], parts: [] }, film: 'f' },
  };
  const snapshot = { settings: sampleTimeline([]), slides: [0, 1, 2].map(() => sampleSlide()) };
  const uploads = new BackgroundUploads();
  const found = new Map(known.map((artifact) => [artifact.name, artifact]));
  const { clips } = await fetchOrEncodeVideoParts(
    deps,
    work,
    { plan, snapshot, knownArtifacts: found },
    drawer,
    directory,
    uploads,
  );
  await uploads.done();
  return Promise.all(clips.map(async ({ file, clip: { offset } }) => (await readFile(file))[offset] ?? -1));
}

describe('the parts of a video', () => {
  it('that are missing are made while the others are fetched', async () => {
    for (const slide of [0, 1]) files.files.set(`file ${slide}`, Uint8Array.from([slide]));
    const begun = Promise.withResolvers<void>();
    encoding = () => begun.resolve();
    const { getRange } = files;
    files.getRange = async (...range) => {
      await begun.promise;
      return getRange(...range);
    };
    expect(await collect()).toEqual([0, 1, 2]);
    expect(made).toEqual(['2']);
  });

  it('whose stored files are gone are made after that', async () => {
    files.files.set('file 1', Uint8Array.from([1]));
    expect(await collect()).toEqual([0, 1, 2]);
    expect(made).toEqual(['2', '0']);
  });
});
