import { beforeEach, describe, expect, it } from 'vitest';
import {
  readRenderPlan,
  readTimelineSnapshot,
  type TimelineSnapshot,
  writeRenderPlan,
  writeTimelineSnapshot,
} from '#features/renders/timeline-snapshot.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { sampleRender, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const render = sampleRender();
const planKey = storageKeys.plan(render.account_id, render.id, 'token');
const snapshot: TimelineSnapshot = {
  settings: sampleTimeline([], { voice: 'en-gb', slide_numbers: true, lexicon: [{ word: 'SQL', say: 'sequel' }] }),
  slides: [sampleSlide({ image_motion: 'zoom_in', transition: { type: 'fade', duration_seconds: 1 } })],
  first_position: 2,
};
const plan: Parameters<typeof writeRenderPlan>[2] = {
  fps: 30,
  frames: 90,
  slides: [{ start_frame: 0, frames: 90 }],
  shots: [{ kind: 'still', frames: 90, picture: { slide: 0, caption: '' }, clip: 'c' }],
  captions: [],
  missing: { shots: [0], parts: [] },
  shares: { shots: [], parts: [] },
  slides_reused: 0,
  film: 'f',
};
let files: ReturnType<typeof memoryFileStore>;
beforeEach(() => {
  files = memoryFileStore();
});
const replace = (key: string, change: (stored: object) => object) => {
  const stored: unknown = JSON.parse(Buffer.from(files.files.get(key) ?? []).toString());
  files.files.set(key, Buffer.from(JSON.stringify(change(stored as object))));
};

describe('what a render stores', () => {
  it('is read as it was written', async () => {
    await writeTimelineSnapshot(files, render.snapshot_key, snapshot);
    await writeRenderPlan(files, planKey, plan);
    const { settings, slides, first_position } = await readTimelineSnapshot(files, render);
    expect(settings).toMatchObject({ voice: 'en-gb', slide_numbers: true, lexicon: [{ word: 'SQL', say: 'sequel' }] });
    expect(slides).toEqual(JSON.parse(JSON.stringify(snapshot.slides)));
    expect(first_position).toBe(2);
    expect(await readRenderPlan(files, { plan_key: planKey })).toEqual(plan);
  });

  it('is left to a newer program when that has written it', async () => {
    await writeTimelineSnapshot(files, render.snapshot_key, snapshot);
    await writeRenderPlan(files, planKey, plan);
    for (const key of [render.snapshot_key, planKey]) replace(key, () => ({ version: 2, something: 'else' }));
    await expect(readTimelineSnapshot(files, render)).rejects.toThrow(WrittenByNewerVersionError);
    await expect(readRenderPlan(files, { plan_key: planKey })).rejects.toThrow(WrittenByNewerVersionError);
  });

  it.each([
    ['of a version that there never was', (stored: object) => ({ ...stored, version: 0 }), 'has format version 0'],
    ['of no version', (stored: object) => ({ ...stored, version: undefined }), 'has format version undefined'],
    ['of another shape', (stored: object) => ({ ...stored, slides: 'none' }), 'does not match format version 1'],
  ])('fails the render when it is %s, and the log says why', async (_, change, problem) => {
    await writeTimelineSnapshot(files, render.snapshot_key, snapshot);
    await writeRenderPlan(files, planKey, plan);
    replace(render.snapshot_key, change);
    replace(planKey, change);
    for (const [read, key] of [
      [readTimelineSnapshot(files, render), render.snapshot_key],
      [readRenderPlan(files, { plan_key: planKey }), planKey],
    ] as const)
      await expect(read).rejects.toMatchObject({
        name: 'NonRetryableRenderError',
        code: 'internal_error',
        message: 'The render could not be continued.',
        cause: { message: expect.stringContaining(`${key} ${problem}`) },
      });
  });
});
