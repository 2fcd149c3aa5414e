import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RawPicture } from '#engine/video/picture.ts';
import type { PicturePdfPage } from '#engine/video/stills/picture-pdf.ts';
import { computeVideoPartContentAddresses, planSlideTimes } from '#features/renders/build-render-plan.ts';
import { copyVideoToRender } from '#features/renders/copy-video-to-render.ts';
import { type ExtraFilesMaker, makeExtraFiles } from '#features/renders/make-extra-files.ts';
import type { RenderPlan } from '#features/renders/plan/render-plan.ts';
import type { SlidePainter } from '#features/renders/ports.ts';
import { EXTRA_FILE_KINDS, type ExtraFileKind, fileKeysOfRenderResult, type Render } from '#features/renders/render.ts';
import { newId } from '#kernel/shared/ids.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { sampleRender, sampleSlide, sampleTask, sampleTimeline } from '#test/support/samples/entities.ts';
import { noFootage } from '#test/support/video/no-footage.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'extras-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const SLIDES = ['One', 'Two', 'Three'].map((title) => sampleSlide({ title, bullet_points: [`${title} more`] }));
const snapshot = { settings: sampleTimeline(SLIDES), slides: SLIDES };
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();
const plan: RenderPlan = {
  ...{ fps: 30, frames: 180, shots: [], captions: [], slides_reused: 0, film: 'f' },
  slides: [0, 60, 120].map((start_frame) => ({ start_frame, frames: 60 })),
  ...{ missing: { shots: [], parts: [] }, shares: { shots: [], parts: [] } },
};

/** Pictures are the titles of their slides; every file says what it was made of. */
function studio(extras: readonly ExtraFileKind[], over: Partial<ExtraFilesMaker> = {}) {
  const files = memoryFileStore();
  const drawn: string[] = [];
  const made: { pages: PicturePdfPage[]; ended: boolean; aborted: boolean } = {
    pages: [],
    ended: false,
    aborted: false,
  };
  const base = sampleRender();
  const render: Render = { ...base, output: { ...base.output, extras } };
  const paint: SlidePainter['paint'] = async ({ title }) => {
    drawn.push(title);
    return { width: 1, height: 1, rgba: Buffer.from(title) };
  };
  const said = (picture: RawPicture): string => text(picture.rgba);
  const maker: ExtraFilesMaker = {
    shrink: async (picture, side) => ({ ...picture, rgba: Buffer.from(`${said(picture)}<${side}`) }),
    thumbnail: async (picture) => Buffer.from(`thumbnail ${said(picture)}`),
    page: async (picture) => Buffer.from(`page ${said(picture)}`),
    gif: async (frames) => Buffer.from(frames.map((one) => `${said(one.picture)} ${one.milliseconds}`).join()),
    pdf: async (file) => ({
      add: async (page) => void made.pages.push(page),
      async end() {
        made.ended = true;
        await writeFile(file, 'a PDF');
      },
      abort() {
        made.aborted = true;
      },
    }),
    mp3: async ({ totalSamples, cues }, title, _fileOf, file) =>
      writeFile(file, JSON.stringify([totalSamples, cues.length, title])),
    ...over,
  };
  const task = sampleTask(render);
  const work = { render, task, lease: { task, token: 'token' }, signal: new AbortController().signal };
  const unused = () => Promise.reject(new Error('not used here'));
  const painter = async (): Promise<SlidePainter> => ({
    paint,
    paintLayers: unused,
    paintPair: unused,
    paintEntrance: unused,
    paintZoom: unused,
    zoomRoom: unused,
    paintCaption: unused,
  });
  const make = () =>
    makeExtraFiles(
      { files, footage: noFootage, painter, extras: maker },
      work,
      { plan, snapshot },
      join(directory, 'extras'),
    );
  const at = (name: string): string => text([...files.files].find(([key]) => key.endsWith(`/token/${name}`))?.[1]);
  return { make, at, files, drawn, made, work };
}

describe('the extras of a render', () => {
  it('are none where none are asked for: no slide is drawn for them', async () => {
    const { make, drawn, files } = studio([]);
    expect([await make(), drawn, files.files.size]).toEqual([{}, [], 0]);
  });

  it('are all made of one drawing of each slide, and lie under the token of the attempt', async () => {
    const { make, at, drawn, made, files } = studio(EXTRA_FILE_KINDS);
    const extras = await make();
    expect(drawn).toEqual(['One', 'Two', 'Three']);
    expect(at('slides.gif')).toBe('One<640 2000,Two<640 2000,Three<640 2000');
    expect(at('sound.mp3')).toBe(JSON.stringify([6 * 48_000, 0, 'Deck']));
    expect([at('slides.pdf'), made.ended]).toEqual(['a PDF', true]);
    expect(made.pages.map((page) => [text(page.jpeg), page.title, page.text])).toEqual([
      ['page One', 'One', 'One\nOne more'],
      ['page Two', 'Two', 'Two\nTwo more'],
      ['page Three', 'Three', 'Three\nThree more'],
    ]);
    expect(at('thumbnail-2.jpg')).toBe('thumbnail Two<640');
    expect(extras.thumbnails?.slide_ids).toEqual(SLIDES.map(({ id }) => id));
    const facts = { video_key: 'v', size_bytes: 1, duration_seconds: 1 };
    expect(new Set(fileKeysOfRenderResult({ ...facts, ...extras }))).toEqual(new Set(['v', ...files.files.keys()]));
  });

  it.each(EXTRA_FILE_KINDS)('%s alone makes no other file', async (extra) => {
    const { make, files } = studio([extra]);
    await make();
    expect(files.files.size).toBe(extra === 'thumbnails' ? 3 : 1);
  });

  it('that fail leave no PDF half open, and the failure is reported', async () => {
    const { make, made } = studio(EXTRA_FILE_KINDS, { thumbnail: () => Promise.reject(new Error('no JPEG')) });
    await expect(make()).rejects.toThrow('no JPEG');
    expect([made.ended, made.aborted]).toEqual([false, true]);
  });

  it('are copied with their video, for slides of other names', async () => {
    const { make, files, work } = studio(EXTRA_FILE_KINDS);
    const result = { video_key: 'a/b/video.mp4', size_bytes: 9, duration_seconds: 6, ...(await make()) };
    files.files.set(result.video_key, Buffer.from('video'));
    const render = sampleRender({ id: newId('render') });
    const copied = await copyVideoToRender(
      { files },
      { render, lease: { ...work.lease, token: 'other' } },
      { name: 'f', files: result, made_at: '' },
      ['sl_a', 'sl_b', 'sl_c'],
    );
    expect(copied?.thumbnails?.slide_ids).toEqual(['sl_a', 'sl_b', 'sl_c']);
    expect(copied).toMatchObject({ size_bytes: 9, duration_seconds: 6 });
    const [from, to] = [fileKeysOfRenderResult(result), copied ? fileKeysOfRenderResult(copied) : []];
    expect(to).toHaveLength(7);
    for (const [index, key] of to.entries()) {
      expect(key).toContain(`/${render.id}/other/`);
      expect(files.files.get(key)).toEqual(files.files.get(from[index] ?? ''));
    }
    files.files.delete(from[5] ?? '');
    expect(await copyVideoToRender({ files }, work, { name: 'f', files: result, made_at: '' }, [])).toBeUndefined();
  });
});

describe('the name of a video', () => {
  const nameOf = (extras: readonly ExtraFileKind[] | undefined, slides = SLIDES): string => {
    const base = sampleRender();
    const render = { ...base, output: { ...base.output, extras } };
    const frozen = { ...snapshot, slides };
    const renderer = { versions: {}, build: '' };
    return computeVideoPartContentAddresses(render, frozen, planSlideTimes(render, frozen, []), {
      encoder: 'e',
      renderer,
    }).film;
  };

  it('is another with other extras, and without any what it was before there were any', () => {
    const names = [undefined, ['gif'], ['pdf'], ['gif', 'pdf']] as const;
    expect(new Set(names.map((extras) => nameOf(extras))).size).toBe(4);
    expect(nameOf([])).toBe(nameOf(undefined));
    expect(nameOf(['pdf'])).toBe(nameOf(['pdf']));
  });

  it('does not tell what slides are called, and tells what is read aloud of a page', () => {
    const renamed = SLIDES.map((slide) => ({ ...slide, id: newId('slide') }));
    expect(nameOf(['pdf'], renamed)).toBe(nameOf(['pdf']));
  });
});
