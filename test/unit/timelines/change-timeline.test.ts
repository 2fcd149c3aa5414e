import { beforeEach, describe, expect, it } from 'vitest';
import { changeTimeline, type TimelineDeps } from '#features/timelines/change-timeline.ts';
import { createNextSlideRevision } from '#features/timelines/create-first-slide-revision.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { handClock, samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

let stored: LoadedTimeline;
let overtakenTimes: number;
let waits: number[];
let loads: number;
let deps: TimelineDeps;
const principal = samplePrincipal();

beforeEach(() => {
  const timeline: LoadedTimeline['timeline'] = sampleTimeline([], { account_id: principal.account_id });
  stored = { timeline, slides: [] };
  overtakenTimes = 0;
  waits = [];
  loads = 0;
  /** Another writer, who is faster as often as the test says. */
  const overtake = () => {
    if (overtakenTimes-- <= 0) return;
    stored = { ...stored, timeline: { ...stored.timeline, version: stored.timeline.version + 1 } };
    throw new WriteConflictError('overtaken');
  };
  deps = {
    clock: handClock().clock,
    backoff: async (failed) => void waits.push(failed),
    files: { presignGet: async () => '' },
    store: {
      load: async () => {
        loads += 1;
        return stored;
      },
      list: async () => ({ items: [], next: undefined }),
      insert: async () => 'inserted' as const,
      save: async ({ after }) => {
        overtake();
        stored = after;
        return 'saved' as const;
      },
      remove: async () => overtake(),
    },
  };
});
const change = (expected?: number) =>
  changeTimeline(deps, principal, 'tl_1', { version: expected }, ({ timeline }) => ({
    settings: { title: `${timeline.version}` },
  }));

describe('a change of a timeline', () => {
  it('that changes nothing is not written: version and time stay', async () => {
    const slide = sampleSlide({ title: 'One', column_break: undefined });
    stored = { timeline: sampleTimeline([slide], { account_id: principal.account_id }), slides: [slide] };
    const before = structuredClone(stored);
    deps.store.save = async () => {
      throw new Error('it was written');
    };
    const again = (decide: Parameters<typeof changeTimeline>[4]) => changeTimeline(deps, principal, 'tl_1', {}, decide);
    expect(await again(() => ({}))).toEqual(before);
    expect(await again(() => ({ settings: { title: before.timeline.title, footer: undefined } }))).toEqual(before);
    expect(await again((_, now) => ({ slides: [createNextSlideRevision(slide, { title: 'One' }, now)] }))).toEqual(
      before,
    );
    await expect(
      again((_, now) => ({ slides: [createNextSlideRevision(slide, { title: 'Two' }, now)] })),
    ).rejects.toThrow('it was written');
    await expect(again(() => ({ slides: [] }))).rejects.toThrow('it was written');
  });

  it('that is overtaken is decided again on what is there then, after a wait each time', async () => {
    overtakenTimes = 3;
    const { timeline } = await change();
    expect(timeline).toMatchObject({ title: '4', version: 5 });
    expect(waits).toEqual([1, 2, 3]);
    expect(loads).toBe(4);
  });

  it('that is always overtaken gives up with version_conflict', async () => {
    overtakenTimes = Number.POSITIVE_INFINITY;
    await expect(change()).rejects.toMatchObject({ code: 'version_conflict', status: 409 });
    expect(waits.length).toBe(loads - 1);
    expect(loads).toBeLessThan(30);
  });

  it('of a version that the client names is not tried again', async () => {
    overtakenTimes = 1;
    await expect(change(1)).rejects.toMatchObject({ code: 'version_conflict' });
    expect(loads).toBe(1);
    await expect(change(1)).rejects.toMatchObject({ code: 'version_conflict' });
    expect((await change(2)).timeline.version).toBe(3);
  });

  it('hands on an error that is not a conflict', async () => {
    deps.store.save = async () => {
      throw new Error('no route to host');
    };
    await expect(change()).rejects.toThrow('no route to host');
    expect(loads).toBe(1);
  });
});

describe('the deletion of a timeline', () => {
  it('that is overtaken is tried again', async () => {
    overtakenTimes = 2;
    await deleteTimeline(deps, principal, 'tl_1');
    expect(waits).toEqual([1, 2]);
  });
});
