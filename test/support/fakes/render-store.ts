import { type MonthlyAmounts, monthlyAmountsOfPlan, roundToMilliseconds } from '#features/accounts/public.ts';
import {
  amountsReservedForWaitingRows,
  type Batch,
  batchAfterCancel,
  batchAfterRowEnded,
  batchAfterRowFailed,
  batchWithoutRowReservation,
  isBatchOver,
} from '#features/renders/batches/batch.ts';
import { nextSweeperCheckTimeOfBatch } from '#features/renders/batches/next-sweeper-check-time-of-batch.ts';
import type { BatchStore, DueBatch } from '#features/renders/batches/ports.ts';
import type { RenderEvent } from '#features/renders/events.ts';
import type {
  AdmissionLimits,
  BatchRowOfRender,
  RenderDueForSweep,
  RenderSlots,
  RenderStore,
} from '#features/renders/ports.ts';
import {
  isTerminalRenderStatus,
  nextSweeperCheckTimeOfRender,
  type Render,
  type RenderStatus,
  renderStatusesBefore,
  timeInUsageMonthOfRender,
} from '#features/renders/render.ts';
import {
  RENDER_TASK_ATTEMPT_LIMITS,
  type RenderEpochRef,
  type RenderTask,
  type RenderTaskRef,
  renderEpochRefOf,
} from '#features/renders/render-task.ts';
import { classifyRendererVersionChange } from '#features/renders/renderer.ts';
import type { ReusableVideo, ReusableVideoFinder } from '#features/renders/reusable-video.ts';
import { passesListFilter } from '#kernel/contract/list-filters.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { copyStored } from './copy.ts';
import { duePage, type Listed } from './due-page.ts';
import { type MemoryReservation, memoryLedger } from './ledger.ts';

const refuse = (why: string): never => {
  throw new WriteConflictError(`condition: ${why}`);
};
const taskKey = ({ account_id, render_id, epoch, kind, index }: RenderTaskRef): string =>
  `${account_id} ${render_id} ${epoch} ${kind}#${String(index).padStart(5, '0')}`;

/** A row counts, and its reservation takes the place of its share of what its batch has reserved. */
const rowUsage = (render: Render, reserved: MonthlyAmounts, { share }: BatchRowOfRender) => [
  {
    at: timeInUsageMonthOfRender(render),
    renders: 1,
    booked: {
      render_seconds: roundToMilliseconds(reserved.render_seconds - share.render_seconds),
      narration_characters: reserved.narration_characters - share.narration_characters,
    },
  },
];

/** What the table stores: no attribute that is undefined. What is read and what was written share nothing. */
const copy = copyStored;

/**
 * Renders and their tasks in memory, under the same conditions as in the table.
 * @param ledger shared with the other stores whose work is counted
 */
export function memoryRenderStore(ledger = memoryLedger()): {
  renders: RenderStore;
  /** The batches whose rows these renders are. */
  batches: BatchStore;
  filmStore: ReusableVideoFinder;
  /** Videos that later renders may copy, by account and name. */
  films: ReadonlyMap<string, ReusableVideo>;
  /** The events that belong to committed changes, in their order. */
  events: readonly RenderEvent[];
  /** Seconds of video that each account used, in all months. */
  seconds: ReadonlyMap<string, number>;
  ledger: typeof ledger;
  /** What is stored, as it is now: renders by their id, tasks by their key, slots by account. */
  stored: ReadonlyMap<string, Render>;
  tasks: ReadonlyMap<string, RenderTask>;
  slots: ReadonlyMap<string, { running: ReadonlySet<string>; waiting: ReadonlySet<string> }>;
} {
  const stored = new Map<string, Render>();
  const tasks = new Map<string, RenderTask>();
  const films = new Map<string, ReusableVideo>();
  /** Time of the sweeper's next check. */
  const checks = new Map<string, string>();
  const listedAs = (renderId: string): string => `${checks.get(renderId) ?? ''}#${renderId}`;
  const slots = new Map<string, { running: Set<string>; waiting: Set<string>; batches: Set<string>; limit: number }>();
  const batchesById = new Map<string, Batch>();
  const batchChecks = new Map<string, string>();
  const events: RenderEvent[] = [];
  /** Renders that have ended and still have a slot. */
  const leaving = new Set<string>();
  const seconds = new Map<string, number>();

  const renderOf = ({ account_id, render_id }: Pick<RenderTaskRef, 'account_id' | 'render_id'>): Render | undefined => {
    const render = stored.get(render_id);
    return render?.account_id === account_id ? render : undefined;
  };
  const live = (ref: Pick<RenderTaskRef, 'account_id' | 'render_id'>): Render => {
    const render = renderOf(ref);
    return render && !isTerminalRenderStatus(render.status) ? render : refuse('the render is at its end');
  };
  const liveEpoch = (ref: RenderEpochRef): Render => {
    const render = live(ref);
    return render.epoch === ref.epoch ? render : refuse('the render was begun again');
  };
  const held = ({ task, token }: { task: RenderTask; token: string }): RenderTask => {
    const present = tasks.get(taskKey(task));
    return present?.token === token && present.state === 'claimed' ? present : refuse('the lease is lost');
  };
  const unchanged = (seen: RenderTask): void => {
    const present = tasks.get(taskKey(seen));
    for (const field of ['state', 'attempt', 'token', 'lease_until'] as const)
      if (present?.[field] !== seen[field]) refuse('the task was changed');
  };
  const put = (task: RenderTask): void => void tasks.set(taskKey(task), copy(task));
  /** Gives a task back until a time, without an attempt. */
  const putOff = ({ token: _, lease_until: __, ...task }: RenderTask, at: string, noted: Partial<RenderTask>): void =>
    put({ ...task, state: 'pending', enqueued_at: at, attempt: task.attempt - 1, ...noted });
  const slotsOf = (accountId: string): RenderSlots => {
    const own = slots.get(accountId);
    return {
      running: [...(own?.running ?? [])].sort(),
      waiting: [...(own?.waiting ?? [])].sort(),
      limit: own?.limit ?? 0,
      batches: [...(own?.batches ?? [])].sort(),
    };
  };
  const newSlots = () => ({
    running: new Set<string>(),
    waiting: new Set<string>(),
    batches: new Set<string>(),
    limit: 0,
  });
  const batchOf = (accountId: string, id: string | undefined): Batch | undefined => {
    const batch = id === undefined ? undefined : batchesById.get(id);
    return batch?.account_id === accountId ? batch : undefined;
  };
  /** A batch that is over is no longer open. */
  const putBatch = (batch: Batch): void => {
    batchesById.set(batch.id, copy(batch));
    if (isBatchOver(batch)) slots.get(batch.account_id)?.batches.delete(batch.id);
  };
  /** The batch of a row that is to start. */
  const batchAt = (accountId: string, { batch_id, index }: BatchRowOfRender): Batch => {
    const batch = batchOf(accountId, batch_id);
    const isNext = batch?.status === 'running' && batch.begun === index && index < batch.total;
    return batch && isNext ? batch : refuse('the row is not the next one');
  };
  /** The check of a change to a final status; the change itself comes when the others of its transaction hold. */
  function ending(
    render: Render,
    to: RenderStatus,
    change: Partial<Render>,
    secondsUsed: (reserved: number) => number,
    event?: RenderEvent,
  ): () => void {
    const present = renderOf({ account_id: render.account_id, render_id: render.id });
    if (!present || !renderStatusesBefore(to).includes(present.status)) return refuse('the render is at its end');
    if (to !== 'canceled' && present.epoch !== render.epoch) refuse('the render was begun again');
    if (event && events.some(({ event_id }) => event_id === event.event_id)) refuse('the event is there');
    return () => {
      stored.set(render.id, copy({ ...present, ...change, status: to, stage: 'done' }));
      slots.get(render.account_id)?.waiting.delete(render.id);
      if (to === 'completed') slots.get(render.account_id)?.running.delete(render.id);
      else leaving.add(render.id);
      if (event) events.push(copy(event));
      const batch = batchOf(present.account_id, present.batch_id);
      const at = change.completed_at ?? '';
      if (batch && (to === 'completed' || to === 'failed' || to === 'canceled'))
        putBatch(batchAfterRowEnded(batch, to, at));
      settle(present, secondsUsed);
    };
  }
  /** Counts what an ended render used, and gives back the rest of its reservation. */
  function settle(render: Render, secondsUsed: (reserved: number) => number): void {
    const { account_id, id } = render;
    const reserved = ledger.reservations.get(id);
    ledger.reservations.delete(id);
    const under_way = [...(reserved?.under_way.values() ?? [])].reduce((sum, { characters }) => sum + characters, 0);
    const counted = {
      render_seconds: roundToMilliseconds(secondsUsed(reserved?.render_seconds ?? 0)),
      narration_characters: under_way,
    };
    const booked = {
      render_seconds: counted.render_seconds - (reserved?.render_seconds ?? 0),
      narration_characters: -(reserved?.narration_characters ?? 0),
    };
    ledger.book(account_id, [{ at: timeInUsageMonthOfRender(render), counted, booked }]);
    seconds.set(account_id, (seconds.get(account_id) ?? 0) + counted.render_seconds);
  }

  function begin(render: Render, first: RenderTask, reserved: MonthlyAmounts, limits: MonthlyAmounts): void {
    ledger.reservations.set(render.id, {
      ...reserved,
      limits,
      under_way: new Map(),
      paid: new Set(),
      is_spoken: false,
    });
    stored.set(render.id, copy(render));
    checks.set(render.id, nextSweeperCheckTimeOfRender(render, new Date(render.created_at)));
    put(first);
  }

  const renders: RenderStore = {
    async insert(render, first, limits: AdmissionLimits, reserved, answer) {
      if (ledger.deleted.has(render.account_id)) return 'account_deleted';
      if (stored.has(render.id)) refuse('the render exists');
      const own = slots.get(render.account_id) ?? newSlots();
      if (own.waiting.size >= limits.queued_renders) return 'queue_full';
      const month = monthlyAmountsOfPlan(limits);
      const refused = ledger.book(render.account_id, [{ at: render.created_at, renders: 1, booked: reserved }], month);
      if (refused) return refused;
      own.waiting.add(render.id);
      slots.set(render.account_id, { ...own, limit: limits.running_renders });
      begin(render, first, reserved, month);
      answer?.committed();
      return 'inserted';
    },
    async insertRow(render, first, row, limits, reserved, place) {
      const batch = batchAt(render.account_id, row);
      if (stored.has(render.id)) refuse('the render exists');
      if (ledger.deleted.has(render.account_id)) return 'account_deleted';
      const own = slots.get(render.account_id) ?? newSlots();
      if (place === 'runs' && (own.waiting.size > 0 || own.running.size >= limits.running_renders)) return 'no_place';
      if (place === 'waits' && own.waiting.size >= limits.queued_renders) return 'no_place';
      const month = monthlyAmountsOfPlan(limits);
      const refused = ledger.book(render.account_id, rowUsage(render, reserved, row), month);
      if (refused) return refused;
      (place === 'runs' ? own.running : own.waiting).add(render.id);
      slots.set(render.account_id, { ...own, limit: limits.running_renders });
      putBatch({ ...batchWithoutRowReservation(batch, row.share), begun: batch.begun + 1, running: batch.running + 1 });
      begin(render, first, reserved, month);
      return 'inserted';
    },
    async insertFailedRow(render, row, event) {
      const batch = batchAt(render.account_id, row);
      if (stored.has(render.id)) refuse('the render exists');
      if (ledger.deleted.has(render.account_id)) return 'account_deleted';
      stored.set(render.id, copy(render));
      events.push(copy(event));
      ledger.book(render.account_id, rowUsage(render, { render_seconds: 0, narration_characters: 0 }, row));
      putBatch(batchAfterRowFailed(batch, row.share, event.created_at));
      return 'inserted';
    },
    async reserve(render, lease, wanted: Partial<MonthlyAmounts>) {
      held(lease);
      const present = ledger.reservations.get(render.id) ?? refuse('the render is at its end');
      const { render_seconds } = { ...present, ...wanted };
      const narration_characters = Math.min(present.narration_characters, wanted.narration_characters ?? Infinity);
      const booked = {
        render_seconds: render_seconds - present.render_seconds,
        narration_characters:
          narration_characters -
          present.narration_characters -
          (wanted.narration_characters === 0
            ? [...present.under_way.values()].reduce((sum, own) => sum + own.characters, 0)
            : 0),
      };
      if (ledger.book(render.account_id, [{ at: timeInUsageMonthOfRender(render), booked }], present.limits))
        return 'seconds_used';
      const characters = wanted.narration_characters;
      const under_way: MemoryReservation['under_way'] = characters === 0 ? new Map() : present.under_way;
      const is_spoken = characters === undefined ? present.is_spoken : characters === 0;
      const next = { ...present, render_seconds, narration_characters, under_way, is_spoken };
      ledger.reservations.set(render.id, next);
      return 'reserved';
    },
    slots: async (accountId) => slotsOf(accountId),
    async acquireSlot(accountId, renderId, limit) {
      const own = slots.get(accountId);
      if (!own?.waiting.has(renderId) || own.running.size >= limit) return refuse('no slot is free');
      own.waiting.delete(renderId);
      own.running.add(renderId);
    },
    async releaseSlot(accountId, renderId) {
      slots.get(accountId)?.running.delete(renderId);
      leaving.delete(renderId);
    },
    async findWithSlots(account_id, render_id) {
      const render = renderOf({ account_id, render_id });
      return { ...(render ? { render: copy(render) } : {}), slots: slotsOf(account_id) };
    },
    async find(account_id, render_id) {
      const render = renderOf({ account_id, render_id });
      return render && copy(render);
    },
    async findMany(account_id, ids) {
      return ids.flatMap((render_id) => copy(renderOf({ account_id, render_id })) ?? []);
    },
    async list(accountId, { status, timeline_id, batch_id, external_id, ...filter }, { limit, after }) {
      const found = [...stored.values()]
        .filter((render) => render.account_id === accountId && (after === undefined || render.id < after))
        .filter((render) => status === undefined || render.status === status)
        .filter((render) => timeline_id === undefined || render.timeline_id === timeline_id)
        .filter((render) => batch_id === undefined || render.batch_id === batch_id)
        .filter((render) => external_id === undefined || render.external_id === external_id)
        .filter((render) => passesListFilter(render, filter))
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      const items = found.slice(0, limit).map(copy);
      return { items, next: found.length > limit ? items.at(-1)?.id : undefined };
    },
    async listDue(request) {
      const listed = [...stored.values()].flatMap((render): Listed<RenderDueForSweep>[] => {
        const listed_as = listedAs(render.id);
        return isTerminalRenderStatus(render.status) && !leaving.has(render.id)
          ? []
          : [{ listed_as, entry: { render, listed_as } }];
      });
      return duePage(listed, request);
    },
    async noteCheck({ render, listed_as }, next) {
      const present = stored.get(render.id);
      if (!present || (isTerminalRenderStatus(present.status) && !leaving.has(render.id)))
        refuse('the render is not listed');
      if (listedAs(render.id) !== listed_as) refuse('another sweeper took it');
      checks.set(render.id, next);
    },
    async enterStage(render, status, stage, at, begun) {
      const present = liveEpoch(renderEpochRefOf(render));
      const { renderer, deadline } = { ...present, ...begun };
      if (present.renderer && renderer && classifyRendererVersionChange(renderer, present.renderer) !== 'same')
        refuse('another version makes the epoch');
      if (present.status !== status && !renderStatusesBefore(status).includes(present.status)) return;
      const started_at = present.started_at ?? at;
      stored.set(render.id, copy({ ...present, status, stage, started_at, deadline, renderer }));
    },
    async beginAgain(render, lease, { first, renderer }) {
      const present = liveEpoch(renderEpochRefOf(render));
      held(lease);
      stored.set(render.id, copy({ ...present, epoch: first.epoch, renderer }));
      put(first);
    },
    async raiseProgress(render, progress, stage, at, event) {
      const present = live({ account_id: render.account_id, render_id: render.id });
      if (present.progress >= progress) refuse('the render is further on');
      if (present.stage === stage && present.progress_at !== render.progress_at) refuse('another worker was heard');
      const last = ({ progress_event }: Render) => JSON.stringify(progress_event);
      if (event && last(present) !== last(render)) refuse('another event was written');
      stored.set(render.id, {
        ...present,
        progress,
        progress_at: at,
        stage,
        ...(event ? { progress_event: { progress, at } } : {}),
      });
      if (event) events.push(copy(event));
    },
    async complete(render, lease, result, event, film) {
      const { slides_reused, slides_rendered, completed_at } = event.render;
      const change = { result, progress: 100, slides_reused, slides_rendered, completed_at };
      const commit = ending(render, 'completed', change, () => result.duration_seconds, event);
      const task = held(lease);
      commit();
      if (film) films.set(`${render.account_id} ${film.name}`, copy(film));
      put({ ...task, state: 'done', result: {}, done_at: completed_at, token: undefined, lease_until: undefined });
    },
    async fail(render, error, event, encoded, cause) {
      const change = { error, completed_at: render.completed_at };
      const commit = ending(render, 'failed', change, (reserved) => reserved * encoded, event);
      if ('lease' in cause) held(cause.lease);
      else if ('abandoned' in cause) unchanged(cause.abandoned);
      else if (stored.get(render.id)?.deadline !== cause.deadline) refuse('the render has another deadline');
      commit();
    },
    async cancel(render, at, encoded, seen) {
      if (seen !== undefined && stored.get(render.id)?.status !== seen) refuse('the render has another status');
      ending(render, 'canceled', { completed_at: at }, (reserved) => reserved * encoded)();
    },
    async deleteFiles({ id }, at) {
      const render = stored.get(id);
      if (!render || !isTerminalRenderStatus(render.status) || render.files_deleted_at !== undefined)
        return refuse('its end');
      render.files_deleted_at = at;
    },
    async tasks({ account_id, render_id, epoch }) {
      const first = `${account_id} ${render_id} ${epoch} `;
      const keys: string[] = [];
      for (const key of tasks.keys()) if (key.startsWith(first)) keys.push(key);
      return keys.sort().flatMap((key) => copy(tasks.get(key)) ?? []);
    },
    async task(ref) {
      const task = tasks.get(taskKey(ref));
      return task && copy(task);
    },
    async addTasks(added) {
      for (const task of added) if (!tasks.has(taskKey(task))) put(task);
    },
    async claim(ref, { token, now, leaseUntil, messageId }) {
      const task = tasks.get(taskKey(ref));
      const isFree = task?.state === 'pending' || (task?.state === 'claimed' && (task.lease_until ?? '') < now);
      if (!task || !isFree || task.attempt >= RENDER_TASK_ATTEMPT_LIMITS.claims) return refuse('a worker has the task');
      const render = liveEpoch(ref);
      const attempt = task.attempt + 1;
      const began_at = task.began_at ?? now;
      const claimed = {
        state: 'claimed',
        token,
        lease_until: leaseUntil,
        message_id: messageId,
        attempt,
        began_at,
      } as const;
      put({ ...task, ...claimed, sent_again: undefined });
      return { task: copy(tasks.get(taskKey(ref)) ?? task), render: copy(render) };
    },
    async renew(lease, lease_until) {
      const task = held(lease);
      liveEpoch(task);
      put({ ...task, lease_until });
    },
    async release(lease) {
      put({ ...held(lease), state: 'pending', token: undefined, lease_until: undefined });
    },
    async postpone(lease, at, postponed) {
      putOff(held(lease), at, { postponed: copy(postponed) });
    },
    async wait(lease, at) {
      const task = held(lease);
      putOff(task, at, { waited: (task.waited ?? 0) + 1 });
    },
    async record(lease, result) {
      put({ ...held(lease), result: copy(result) });
    },
    async commit(lease, result, done_at) {
      const task = held(lease);
      put({ ...task, state: 'done', result: copy(result), done_at, token: undefined, lease_until: undefined });
    },
    async noteEnqueued(seen, at) {
      const task = tasks.get(taskKey(seen));
      if (!task || task.enqueued_at !== seen.enqueued_at || task.state === 'done')
        return refuse('the task was changed');
      put({ ...task, enqueued_at: at, sent_again: (task.sent_again ?? 0) + 1 });
    },
  };
  const batchListedAs = (id: string): string => `${batchChecks.get(id) ?? ''}#${id}`;
  const batches: BatchStore = {
    async insert(batch, limits, answer) {
      if (batchesById.has(batch.id)) refuse('the batch exists');
      if (ledger.deleted.has(batch.account_id)) return 'account_deleted';
      const own = slots.get(batch.account_id) ?? newSlots();
      if (own.batches.size >= limits.open_batches) return 'too_many';
      const refused = ledger.book(
        batch.account_id,
        [{ at: batch.created_at, booked: amountsReservedForWaitingRows(batch) }],
        monthlyAmountsOfPlan(limits),
      );
      if (refused) return refused;
      own.batches.add(batch.id);
      slots.set(batch.account_id, { ...own, limit: limits.running_renders });
      batchesById.set(batch.id, copy(batch));
      batchChecks.set(batch.id, nextSweeperCheckTimeOfBatch(new Date(batch.created_at)));
      answer?.committed();
      return 'inserted';
    },
    find: async (accountId, id) => copy(batchOf(accountId, id)),
    findMany: async (accountId, ids) => ids.flatMap((id) => copy(batchOf(accountId, id)) ?? []),
    async list(accountId, { status }, { limit, after }) {
      const found = [...batchesById.values()]
        .filter((batch) => batch.account_id === accountId && (after === undefined || batch.id < after))
        .filter((batch) => status === undefined || batch.status === status)
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      const items = found.slice(0, limit).map(copy);
      return { items, next: found.length > limit ? items.at(-1)?.id : undefined };
    },
    async cancel(seen, at, by) {
      const present = batchOf(seen.account_id, seen.id);
      if (JSON.stringify(present) !== JSON.stringify(copy(seen))) refuse('the batch has changed');
      const { render_seconds, narration_characters } = amountsReservedForWaitingRows(seen);
      const booked = { render_seconds: -render_seconds, narration_characters: -narration_characters };
      ledger.book(seen.account_id, [{ at: seen.created_at, booked }]);
      batchesById.set(seen.id, copy({ ...batchAfterCancel(seen, at), canceled_by: by }));
      slots.get(seen.account_id)?.batches.delete(seen.id);
    },
    async listDue(request) {
      const listed = [...batchesById.values()].flatMap((batch): Listed<DueBatch>[] => {
        const listed_as = batchListedAs(batch.id);
        return isBatchOver(batch) ? [] : [{ listed_as, entry: { batch, listed_as } }];
      });
      return duePage(listed, request);
    },
    async noteCheck({ batch, listed_as }, next) {
      const present = batchOf(batch.account_id, batch.id);
      if (!present || isBatchOver(present) || batchListedAs(batch.id) !== listed_as) refuse('another sweeper took it');
      batchChecks.set(batch.id, next);
    },
  };
  const filmStore: ReusableVideoFinder = { find: async (accountId, name) => copy(films.get(`${accountId} ${name}`)) };
  return { renders, batches, filmStore, films, events, seconds, ledger, stored, tasks, slots };
}
