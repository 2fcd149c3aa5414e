import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '#adapters/aws/table/table.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import type { Principal } from '#features/accounts/account.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import type { TemplateChoiceDeps } from '#features/templates/public.ts';
import type { AnnounceMediaFetchesDeps } from '#features/timelines/announce-media-fetches.ts';
import { loadTimeline, type TimelineDeps } from '#features/timelines/change-timeline.ts';
import type { CheckVoiceDeps } from '#features/timelines/check-voice.ts';
import { createTimelineContract } from '#features/timelines/contract.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';
import { createSlide, deleteSlide, reorderSlides, updateSlide } from '#features/timelines/edit-slides.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { toTimelineAnswer } from '#features/timelines/view.ts';
import { systemClock } from '#kernel/shared/clock.ts';
import { ServiceError, WriteConflictError } from '#kernel/shared/errors.ts';
import { createJitteredBackoff } from '#kernel/shared/wait-before-retry.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { sampleInput, samplePrincipal, sampleSlide } from '#test/support/samples/entities.ts';

let database: Database;
let deps: TimelineDeps & CheckVoiceDeps & TemplateChoiceDeps & AnnounceMediaFetchesDeps;

beforeAll(async () => {
  database = await startDatabase();
  deps = {
    store: timelineRepository(database.table),
    files: { presignGet: async (key) => `https://files.example/${key}` },
    clock: systemClock,
    backoff: createJitteredBackoff(Math.random),
    voices: espeakIdentity,
    templates: noOwnTemplates,
    imageFetches: noImageFetches,
  };
});
afterAll(() => database.stop());

const titles = (loaded: LoadedTimeline) => loaded.slides.map((slide) => slide.title);
const numbered = (count: number) => Array.from({ length: count }, (_, i) => sampleInput({ title: `slide ${i}` }));
const make = (principal: Principal, slides = numbered(0)) =>
  createTimeline(deps, principal, createTimelineContract.body?.parse({ title: 'Deck', slides }) as never);
const load = (principal: Principal, id: string) => loadTimeline(deps.store, principal, id);
const codeOf = async (act: Promise<unknown>): Promise<string> => {
  try {
    await act;
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error);
  }
  return 'none';
};
/** How many items lie in a timeline's partition: its own and its slide revisions, also those that no timeline names. */
const itemsOf = async (table: Table, accountId: string, id: string): Promise<number> =>
  (
    await table.all({
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: { ':pk': `ACC#${accountId}#TL#${id}` },
      ConsistentRead: true,
    })
  ).length;

describe('a timeline', () => {
  it.each([0, 1, 99, 100, 500])('with %i slides comes back as it was made', async (count) => {
    const principal = samplePrincipal();
    const made = await make(principal, numbered(count));
    expect(await load(principal, made.timeline.id)).toEqual(made);
    expect(titles(made)).toEqual(numbered(count).map(({ title }) => title));
  });

  it('keeps metadata and words of the lexicon whatever they are called', async () => {
    const principal = samplePrincipal();
    const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'prototype', 'then', 'toJSON', 'length'];
    const body = createTimelineContract.body?.parse({
      title: 'Deck',
      metadata: Object.fromEntries(names.map((name) => [name, `of ${name}`])),
      lexicon: names.map((word) => ({ word, say: 'word' })),
    });
    const { timeline } = await createTimeline(deps, principal, body as never);
    const found = await load(principal, timeline.id);
    expect(Object.entries(found.timeline.metadata)).toHaveLength(names.length);
    for (const name of names)
      expect(Object.getOwnPropertyDescriptor(found.timeline.metadata, name)?.value).toBe(`of ${name}`);
    expect(found.timeline.lexicon?.map(({ word }) => word)).toEqual(names);
    expect(JSON.parse(JSON.stringify(await toTimelineAnswer(found, deps.files))).metadata).toEqual(timeline.metadata);
  });

  it.each([
    [0, 500],
    [100, 100],
    [500, 0],
    [500, 500],
    [49, 50],
    [50, 50],
  ])(
    'of %i slides whose list is replaced by %i has exactly those, and leaves nothing behind',
    async (before, after) => {
      const principal = samplePrincipal();
      const { timeline } = await make(principal, numbered(before));
      const slides = Array.from({ length: after }, (_, i) => sampleInput({ title: `new ${i}` }));

      const changed = await updateTimeline(deps, principal, timeline.id, { slides });

      expect(changed.timeline.version).toBe(2);
      expect(titles(changed)).toEqual(slides.map(({ title }) => title));
      expect(await load(principal, timeline.id)).toEqual(changed);
      expect(await itemsOf(database.table, principal.account_id, timeline.id)).toBe(1 + after);
    },
  );

  it('of another account is not found, by any operation', async () => {
    const [owner, other] = [samplePrincipal(), samplePrincipal()];
    const { timeline, slides } = await make(owner, numbered(1));
    const [id, sid] = [timeline.id, slides[0]?.id ?? ''];

    const codes = await Promise.all([
      codeOf(load(other, id)),
      codeOf(updateTimeline(deps, other, id, { title: 'x' })),
      codeOf(deleteTimeline(deps, other, id)),
      codeOf(createSlide(deps, other, id, sampleInput())),
      codeOf(updateSlide(deps, other, { id, sid }, { title: 'x' })),
      codeOf(deleteSlide(deps, other, id, sid)),
      codeOf(reorderSlides(deps, other, id, [sid])),
    ]);

    expect(new Set(codes)).toEqual(new Set(['timeline_not_found']));
    expect(await load(owner, id)).toEqual({ timeline, slides });
    expect((await deps.store.list(other.account_id, { limit: 10, after: undefined })).items).toEqual([]);
  });

  it('is gone after its deletion with all its items; a second deletion finds nothing', async () => {
    const principal = samplePrincipal();
    for (const count of [3, 200]) {
      const { timeline } = await make(principal, numbered(count));
      await deleteTimeline(deps, principal, timeline.id);
      expect(await itemsOf(database.table, principal.account_id, timeline.id)).toBe(0);
      expect(await codeOf(deleteTimeline(deps, principal, timeline.id))).toBe('timeline_not_found');
    }
  });
});

describe('a list of timelines', () => {
  it('gives each once, newest first, over pages of any size', async () => {
    const principal = samplePrincipal();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push((await make(principal)).timeline.id);
    for (const limit of [1, 3, 7, 100]) {
      const seen: string[] = [];
      let after: string | undefined;
      let pages = 0;
      do {
        const page = await deps.store.list(principal.account_id, { limit, after });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items.map(({ id }) => id));
        after = page.next;
        pages++;
      } while (after !== undefined);
      expect(seen).toEqual(ids.toReversed());
      expect(pages).toBe(Math.ceil(7 / limit));
    }
  });
});

describe('concurrent edits', () => {
  it('20 slides inserted at once are all there, each once', async () => {
    const principal = samplePrincipal();
    const { timeline } = await make(principal, numbered(2));

    const placed = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        createSlide(deps, principal, timeline.id, { ...sampleInput({ title: `added ${i}` }), position: i % 3 }),
      ),
    );

    const loaded = await load(principal, timeline.id);
    expect(loaded.timeline.version).toBe(21);
    expect(loaded.slides).toHaveLength(22);
    expect(new Set(loaded.slides.map(({ id }) => id)).size).toBe(22);
    for (let i = 0; i < 20; i++) expect(titles(loaded).filter((title) => title === `added ${i}`)).toHaveLength(1);
    for (const { slide, position } of placed) {
      expect(loaded.slides.some(({ id }) => id === slide.id)).toBe(true);
      expect(position).toBeLessThan(3);
    }
  });

  it('20 slides appended at once answer 20 different positions', async () => {
    const principal = samplePrincipal();
    const { timeline } = await make(principal);
    const placed = await Promise.all(
      Array.from({ length: 20 }, () => createSlide(deps, principal, timeline.id, sampleInput())),
    );
    expect(placed.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i),
    );
  });

  it('of different slides are all kept', async () => {
    const principal = samplePrincipal();
    const { timeline, slides } = await make(principal, numbered(8));
    await Promise.all(
      slides.map(({ id: sid }, i) => updateSlide(deps, principal, { id: timeline.id, sid }, { title: `edited ${i}` })),
    );
    expect(titles(await load(principal, timeline.id))).toEqual(slides.map((_, i) => `edited ${i}`));
  });

  it('never lift a timeline over the limit of slides of its plan', async () => {
    const principal = samplePrincipal({ plan: 'pro' });
    const { timeline } = await make(principal, numbered(97));
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(createSlide(deps, principal, timeline.id, sampleInput()))),
    );
    expect(codes.filter((code) => code === 'none')).toHaveLength(3);
    expect(codes.filter((code) => code === 'entitlement_required')).toHaveLength(5);
    expect((await load(principal, timeline.id)).slides).toHaveLength(100);
  });

  it('with a version of which another one was faster get version_conflict, and only one of them counts', async () => {
    const principal = samplePrincipal();
    const { timeline } = await make(principal, numbered(1));
    const codes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) => codeOf(updateTimeline(deps, principal, timeline.id, { title, version: 1 }))),
    );
    expect(codes.sort()).toEqual(['none', 'version_conflict', 'version_conflict', 'version_conflict']);
    expect((await load(principal, timeline.id)).timeline.version).toBe(2);
  });
});

describe('a stale version', () => {
  it.each([
    ['of the settings', { title: 'late' }],
    ['of a few slides', { slides: numbered(2) }],
    ['of more slides than one transaction takes', { slides: numbered(300) }],
  ])('leaves nothing changed: %s', async (_, change) => {
    const principal = samplePrincipal();
    const { timeline } = await make(principal, numbered(5));
    await updateTimeline(deps, principal, timeline.id, { title: 'second' });
    const before = await load(principal, timeline.id);

    expect(await codeOf(updateTimeline(deps, principal, timeline.id, { ...change, version: 1 }))).toBe(
      'version_conflict',
    );

    expect(await load(principal, timeline.id)).toEqual(before);
    expect(await itemsOf(database.table, principal.account_id, timeline.id)).toBe(6);
  });

  it.each([3, 300])('found only by the write (%i slides) leaves nothing behind', async (count) => {
    const principal = samplePrincipal();
    const before = await make(principal, numbered(5));
    await updateTimeline(deps, principal, before.timeline.id, { title: 'faster' });
    const slides = numbered(count).map(({ title }) => sampleSlide({ title, timeline_id: before.timeline.id }));
    const timeline = { ...before.timeline, slides: slides.map(({ id, rev }) => ({ id, rev })), version: 2 };

    await expect(deps.store.save({ before, after: { timeline, slides } }, ENTITLEMENTS.max)).rejects.toBeInstanceOf(
      WriteConflictError,
    );

    expect((await load(principal, timeline.id)).timeline.title).toBe('faster');
    expect(await itemsOf(database.table, principal.account_id, timeline.id)).toBe(6);
  });
});

describe('a large change whose answer is lost', () => {
  it('leaves a timeline that can be read', async () => {
    const principal = samplePrincipal();
    const before = await make(principal, numbered(5));
    const slides = numbered(200).map(({ title }) => sampleSlide({ title, timeline_id: before.timeline.id }));
    const after = {
      timeline: { ...before.timeline, slides: slides.map(({ id, rev }) => ({ id, rev })), version: 2 },
      slides,
    };
    const { table } = database;
    const deaf = new Proxy(table, {
      get(target, name) {
        if (name === 'transact')
          return async (items: Parameters<Table['transact']>[0]) => {
            await target.transact(items);
            throw new Error('socket hang up');
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });

    await expect(timelineRepository(deaf).save({ before, after }, ENTITLEMENTS.max)).rejects.toThrow('socket hang up');

    expect(await load(principal, before.timeline.id)).toEqual(after);
  });
});
