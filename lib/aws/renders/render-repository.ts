import { exactSeconds, type MonthlyAmounts, monthlyAmounts } from '../../accounts/public.ts';
import {
  type CauseOfFailure,
  compareRenderers,
  type EpochRef,
  isTerminal,
  LIVE_STATUSES,
  nextRenderLook,
  type Render,
  type RenderEvent,
  type RenderStatus,
  type RenderStore,
  type RenderTask,
  type StoredFilm,
  statusesBefore,
  TASK_LIMITS,
  type TaskLease,
  type TaskRef,
} from '../../renders/public.ts';
import { unlessConflict, WriteConflict } from '../../shared/errors.ts';
import { ITEM_LIFETIMES } from '../../shared/lifetimes.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { notDeleted } from '../accounts/not-deleted.ts';
import { amountsLeft, changeUsage } from '../accounts/usage-repository.ts';
import { dueEntries } from '../table/due-items.ts';
import { itemsUnder } from '../table/items-under.ts';
import { gsi1, gsi2, type Key, keys, prefixes } from '../table/keys.ts';
import { pageNewestFirst } from '../table/page-newest-first.ts';
import { type Item, type Table, TRANSACTION_ITEMS, type TransactItem } from '../table/table.ts';
import { timelineRepository } from '../timelines/timeline-repository.ts';
import { batchItems } from './batch-items.ts';
import { outboxCodec, sweepDispatchAt } from './outbox-items.ts';
import { filmCodec, renderCodec, taskCodec, withoutSnapshotKey } from './render-items.ts';
import { renderSlotsItem, slotsOf } from './render-slots-item.ts';
import { charactersUnderWay, type Reservation, reservationItems } from './reservation-item.ts';

/** Attempts of a write that the reservation's other writers overtook: one for each speech that is made meanwhile. */
const RESERVATION_ATTEMPTS = 30;

const epochSeconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** `#status IN (…)` over the given statuses, with the values it needs. */
function statusIn(statuses: readonly RenderStatus[]): { expression: string; values: Record<string, string> } {
  const values = Object.fromEntries(statuses.map((status, index) => [`:from${index}`, status]));
  return { expression: `#status IN (${Object.keys(values).join(', ')})`, values };
}

/** Renders with their tasks, slots and events. */
export function renderRepository(table: Table): RenderStore {
  const renderItem = (render: Render): Key & Item =>
    renderCodec.toItem(keys.render(render.account_id, render.id), render, {
      ...withoutSnapshotKey(render),
      ...gsi1.attributes(gsi1.rendersOf(render.account_id), render.id),
      ...(isTerminal(render.status)
        ? {}
        : gsi2.renders.attributes(render.id, nextRenderLook(render, new Date(render.created_at)))),
    });
  const putNew = (render: Render): TransactItem => ({
    Put: { TableName: table.name, Item: renderItem(render), ConditionExpression: 'attribute_not_exists(PK)' },
  });
  const taskKey = ({ account_id, render_id, epoch, kind, index }: TaskRef): Key =>
    keys.task(account_id, render_id, epoch, kind, index);
  const slotsItem = renderSlotsItem(table);
  const reservations = reservationItems(table);
  const batches = batchItems(table);
  const timelines = timelineRepository(table);
  const taskItem = (task: RenderTask): Key & Item => taskCodec.toItem(taskKey(task), task);

  /**
   * Reads whether the render has ended or was begun again, for what may be overtaken by that. A check in the transaction would be a
   * write of the render's item for each claim and each heartbeat of its workers.
   * @throws WriteConflict when it has
   */
  async function checkEpoch({ account_id, render_id, epoch }: EpochRef): Promise<Render> {
    const item = await table.get(keys.render(account_id, render_id));
    const render = item && renderCodec.parse(item);
    if (!render || isTerminal(render.status) || render.epoch !== epoch)
      throw new WriteConflict('The render has ended, or was begun again');
    return render;
  }

  /** A claim that does not count: the task is as free as it was before. */
  const unclaim = (task: RenderTask, token: string) => ({
    Key: taskKey(task),
    UpdateExpression: 'SET #state = :pending REMOVE #token, lease_until ADD attempt :uncounted',
    ConditionExpression: '#token = :token AND #state = :claimed',
    ExpressionAttributeNames: { '#state': 'state', '#token': 'token' },
    ExpressionAttributeValues: { ':pending': 'pending', ':uncounted': -1, ':token': token, ':claimed': 'claimed' },
  });

  /** Part of a transaction: the event about the change. Its id is fixed, so that it is stored once. */
  const outbox = (event: RenderEvent): TransactItem => ({
    Put: {
      TableName: table.name,
      Item: outboxCodec.toItem(keys.outbox(event.account_id, event.render.id, event.event_id), event, {
        ...gsi2.outbox.attributes(event.event_id, sweepDispatchAt(event)),
        expires_at_epoch: epochSeconds(event.created_at) + ITEM_LIFETIMES.outbox.seconds,
      }),
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  });

  /** Part of a transaction: a film that later renders may copy. Two renders that made the same one may both put theirs. */
  const keepFilm = ({ account_id }: Render, film: StoredFilm): TransactItem => ({
    Put: {
      TableName: table.name,
      Item: filmCodec.toItem(keys.film(account_id, film.name), film, {
        expires_at_epoch: epochSeconds(film.made_at) + ITEM_LIFETIMES.film.seconds,
      }),
    },
  });

  /**
   * Part of a transaction: the end of a render. A completed one leaves the index of live renders; the others stay in it until
   * they leave their slot. It is canceled in any epoch; its workers end it in their own.
   */
  const end = (
    render: Render,
    to: 'completed' | 'failed' | 'canceled',
    set: Record<string, unknown>,
    unchanged: Partial<Pick<Render, 'deadline'>> = {},
  ): TransactItem => {
    const leave = to === 'completed' ? ' REMOVE GSI2PK, GSI2SK' : '';
    const from = statusIn(statusesBefore(to));
    const fields = Object.entries({ ...set, stage: 'done' }).filter(([, value]) => value !== undefined);
    return {
      Update: {
        TableName: table.name,
        Key: keys.render(render.account_id, render.id),
        UpdateExpression: `SET #status = :to, ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}${leave}`,
        ConditionExpression: [
          from.expression,
          ...(to === 'canceled' ? [] : ['epoch = :epoch']),
          ...(unchanged.deadline === undefined ? [] : ['deadline = :deadline']),
        ].join(' AND '),
        ExpressionAttributeNames: {
          '#status': 'status',
          ...Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ':to': to,
          ...(to === 'canceled' ? {} : { ':epoch': render.epoch }),
          ...(unchanged.deadline === undefined ? {} : { ':deadline': unchanged.deadline }),
          ...from.values,
          ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        },
      },
    };
  };

  /** Part of a transaction: a worker still holds its lease. */
  const leaseHolds = ({ task, token }: TaskLease): TransactItem => ({
    ConditionCheck: {
      TableName: table.name,
      Key: taskKey(task),
      ConditionExpression: '#token = :token AND #state = :claimed',
      ExpressionAttributeNames: { '#state': 'state', '#token': 'token' },
      ExpressionAttributeValues: { ':token': token, ':claimed': 'claimed' },
    },
  });

  /** Part of a transaction: a task is as it was read, its lease included. */
  const taskUnchanged = (task: RenderTask): TransactItem => {
    const { state, attempt, token, lease_until } = task;
    return {
      ConditionCheck: {
        TableName: table.name,
        Key: taskKey(task),
        ConditionExpression: [
          '#state = :state AND attempt = :attempt',
          token === undefined ? 'attribute_not_exists(#token)' : '#token = :token',
          lease_until === undefined ? 'attribute_not_exists(lease_until)' : 'lease_until = :until',
        ].join(' AND '),
        ExpressionAttributeNames: { '#state': 'state', '#token': 'token' },
        ExpressionAttributeValues: {
          ':state': state,
          ':attempt': attempt,
          ...(token === undefined ? {} : { ':token': token }),
          ...(lease_until === undefined ? {} : { ':until': lease_until }),
        },
      },
    };
  };

  /** Parts of a transaction: a render that fails does so for the same cause still. */
  function causeHolds(cause: CauseOfFailure): TransactItem[] {
    if ('lease' in cause) return [leaseHolds(cause.lease)];
    return 'abandoned' in cause ? [taskUnchanged(cause.abandoned)] : [];
  }

  /** A write: a task whose lease still holds becomes done. */
  const taskDone = ({ task, token }: TaskLease, result: object, at: string) => ({
    Key: taskKey(task),
    UpdateExpression: 'SET #state = :done, #result = :result, done_at = :at REMOVE #token, lease_until',
    ConditionExpression: '#token = :token AND #state = :claimed',
    ExpressionAttributeNames: { '#state': 'state', '#result': 'result', '#token': 'token' },
    ExpressionAttributeValues: {
      ':done': 'done',
      ':claimed': 'claimed',
      ':token': token,
      ':result': result,
      ':at': at,
    },
  });

  /** The amount of which the month has less left than is needed; it may have been given back meanwhile. */
  async function refusedAmount(
    render: Render,
    added: MonthlyAmounts,
    limits: MonthlyAmounts,
  ): Promise<{ refused: keyof MonthlyAmounts }> {
    const left = await amountsLeft(table, render.account_id, render.created_at, limits);
    const isShort = added.narration_characters > 0 && added.narration_characters > left.narration_characters;
    return { refused: isShort ? 'narration_characters' : 'render_seconds' };
  }

  /**
   * Ends a render. What it used is counted, and its reservation is given back, in the transaction that ends it: the condition
   * on its status lets that happen once. The reservation is part of the condition, too. When a worker has spent from it
   * since it was read, it is read again.
   * @param ending the other parts of the transaction; the first is the end of the render. It is told of the batch that ends with it.
   * @param secondsUsed of the video, by the seconds that were reserved
   */
  async function settle(
    render: Render,
    { to, at }: { to: 'completed' | 'failed' | 'canceled'; at: string },
    endingWith: (closed: string | undefined) => readonly TransactItem[],
    secondsUsed: (reserved: number) => number,
  ): Promise<void> {
    const attempt = async (): Promise<WriteConflict | undefined> => {
      const [reservation, row] = await Promise.all([reservations.read(render), batches.endRow(render, to, at)]);
      const ending = endingWith(row?.closed);
      const reserved = reservation ?? { render_seconds: 0, narration_characters: 0 };
      // What is being synthesized is paid for: its worker stores it, and counts nothing.
      const spoken = reservation ? charactersUnderWay(reservation) : 0;
      const counted = {
        render_seconds: exactSeconds(secondsUsed(reserved.render_seconds)),
        narration_characters: spoken,
      };
      const booked = {
        render_seconds: counted.render_seconds - reserved.render_seconds,
        narration_characters: -reserved.narration_characters,
      };
      try {
        await table.transact([
          ...ending,
          ...(reservation ? [reservations.end(render, reservation)] : []),
          ...changeUsage(table, render.account_id, [{ at: render.created_at, counted, booked }]),
          ...(row ? [row.item] : []),
        ]);
        return undefined;
      } catch (error) {
        if (error instanceof WriteConflict && error.failed.some((place) => place < ending.length)) return error;
        throw error;
      }
    };
    const refused = await retryOnConflict({ attempts: RESERVATION_ATTEMPTS }, attempt);
    if (refused) throw refused;
  }

  return {
    async insert(render, first, limits, reserved, answer, made) {
      const month = monthlyAmounts(limits);
      try {
        const items: TransactItem[] = [
          putNew(render),
          { Put: { TableName: table.name, Item: taskItem(first) } },
          slotsItem.enter(render, limits),
          notDeleted(table, render.account_id),
          ...changeUsage(table, render.account_id, [{ at: render.created_at, renders: 1, booked: reserved }], month),
          reservations.make(render, reserved, month),
        ];
        if (!made) await table.transact(items, answer);
        else {
          const { loaded, limits: room } = made;
          const outcome = await timelines.insertBeside(
            loaded,
            { timelines: room.timelines },
            { items, stored_bytes: 0, answer },
          );
          if (outcome === 'no_room') return 'too_many_timelines';
          if (outcome === 'no_template') return outcome;
        }
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        if (error.failed.includes(3)) return 'account_deleted';
        if (error.failed.includes(2)) return 'queue_full';
        if (error.failed.includes(4)) return refusedAmount(render, reserved, month);
        throw error;
      }
      return 'inserted';
    },

    async insertRow(render, first, row, limits, reserved) {
      const month = monthlyAmounts(limits);
      try {
        await table.transact([
          putNew(render),
          batches.beginRow(render.account_id, row.batch_id, row.index),
          notDeleted(table, render.account_id),
          slotsItem.begin(render, limits),
          ...changeUsage(table, render.account_id, [{ at: render.created_at, renders: 1, booked: reserved }], month),
          { Put: { TableName: table.name, Item: taskItem(first) } },
          reservations.make(render, reserved, month),
        ]);
        return 'inserted';
      } catch (error) {
        if (!(error instanceof WriteConflict) || error.failed.includes(0) || error.failed.includes(1)) throw error;
        if (error.failed.includes(2)) return 'account_deleted';
        if (error.failed.includes(3)) return 'no_place';
        if (error.failed.includes(4)) return refusedAmount(render, reserved, month);
        throw error;
      }
    },

    async insertFailedRow(render, row, event) {
      const { account_id, completed_at = event.created_at } = render;
      const change = await batches.failRow(account_id, row.batch_id, row.index, completed_at);
      try {
        await table.transact([
          putNew(render),
          change.item,
          notDeleted(table, account_id),
          outbox(event),
          ...changeUsage(table, account_id, [{ at: render.created_at, renders: 1 }]),
          ...(change.closed === undefined ? [] : [slotsItem.close({ account_id, id: change.closed })]),
        ]);
        return 'inserted';
      } catch (error) {
        if (!(error instanceof WriteConflict) || error.failed.includes(0) || error.failed.includes(1)) throw error;
        if (error.failed.includes(2)) return 'account_deleted';
        throw error;
      }
    },

    async reserve(render, lease, wanted) {
      const outcome = await retryOnConflict({ attempts: RESERVATION_ATTEMPTS }, async () => {
        const reservation = await reservations.read(render);
        if (!reservation) return 'ended';
        const isSpoken =
          wanted.narration_characters === undefined ? reservation.is_spoken : wanted.narration_characters === 0;
        const { render_seconds, limits }: Reservation = { ...reservation, ...wanted };
        // What another version of the program would speak again is not paid again.
        const narration_characters = Math.min(
          reservation.narration_characters,
          wanted.narration_characters ?? Infinity,
        );
        const added = {
          render_seconds: render_seconds - reservation.render_seconds,
          narration_characters:
            narration_characters - reservation.narration_characters - (isSpoken ? charactersUnderWay(reservation) : 0),
        };
        const isSame = added.render_seconds === 0 && added.narration_characters === 0;
        if (isSame && isSpoken === reservation.is_spoken) return 'reserved';
        try {
          await table.transact([
            leaseHolds(lease),
            reservations.resize(render, reservation, { render_seconds, narration_characters }, isSpoken),
            ...changeUsage(table, render.account_id, [{ at: render.created_at, booked: added }], limits),
          ]);
          return 'reserved';
        } catch (error) {
          if (!(error instanceof WriteConflict) || error.failed.includes(0) || error.failed.includes(1)) throw error;
          return 'seconds_used';
        }
      });
      if (outcome === 'ended') throw new WriteConflict('the render has ended');
      return outcome;
    },

    slots: slotsItem.read,
    acquireSlot: slotsItem.acquire,

    async leaveSlot(accountId, renderId) {
      // The slot first: while the render is in the index, the sweeper looks at it again.
      await slotsItem.leaveRunning(accountId, renderId);
      await unlessConflict(() =>
        table.update({
          Key: keys.render(accountId, renderId),
          UpdateExpression: 'REMOVE GSI2PK, GSI2SK',
          ConditionExpression: 'attribute_exists(GSI2PK)',
        }),
      );
    },

    async findWithSlots(accountId, renderId) {
      const items = await table.getMany([keys.render(accountId, renderId), keys.renderSlots(accountId)]);
      const item = items.find(({ entity }) => entity === 'render');
      return {
        ...(item ? { render: renderCodec.parse(item) } : {}),
        slots: slotsOf(items.find(({ entity }) => entity === 'render_slots')),
      };
    },

    async find(accountId, renderId) {
      const item = await table.get(keys.render(accountId, renderId));
      return item && renderCodec.parse(item);
    },

    async findMany(accountId, renderIds) {
      const items = await table.getMany(renderIds.map((id) => keys.render(accountId, id)));
      return items.map((item) => renderCodec.parse(item));
    },

    async list(accountId, filter, page) {
      const partition = { name: 'GSI1PK', value: gsi1.rendersOf(accountId) };
      const read = (item: Item) => renderCodec.parse(item);
      return pageNewestFirst(table, { index: gsi1.name, partition, sortKey: 'GSI1SK', filter, read }, page);
    },

    listDue: (request) =>
      dueEntries(table, gsi2.renders, request, renderCodec, (render, listed_as) => ({ render, listed_as })),

    async noteLook({ render, listed_as }, next) {
      await table.update({
        Key: keys.render(render.account_id, render.id),
        UpdateExpression: 'SET GSI2SK = :next',
        ConditionExpression: 'GSI2SK = :seen',
        ExpressionAttributeValues: {
          ':next': gsi2.renders.attributes(render.id, next).GSI2SK,
          ':seen': listed_as,
        },
      });
    },

    async enter(render, status, stage, at, begun) {
      const from = statusIn([...statusesBefore(status), status]);
      try {
        await table.update({
          Key: keys.render(render.account_id, render.id),
          UpdateExpression: `SET #status = :to, stage = :stage, started_at = if_not_exists(started_at, :at)${
            begun ? ', deadline = :deadline, renderer = :renderer' : ''
          }`,
          ConditionExpression: `${from.expression} AND epoch = :epoch${
            begun ? ' AND (attribute_not_exists(renderer) OR renderer = :renderer)' : ''
          }`,
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ...{ ':to': status, ':stage': stage, ':at': at, ':epoch': render.epoch, ...from.values },
            ...(begun ? { ':deadline': begun.deadline, ':renderer': begun.renderer } : {}),
          },
        });
      } catch (error) {
        // A second run of a step may find the render further on, and goes on. Only the render's end stops it.
        const item =
          error instanceof WriteConflict ? await table.get(keys.render(render.account_id, render.id)) : undefined;
        const now = item && renderCodec.parse(item);
        if (!now || isTerminal(now.status) || now.epoch !== render.epoch) throw error;
        if (begun && !(now.renderer && compareRenderers(begun.renderer, now.renderer) === 'same')) throw error;
      }
    },

    async beginAgain(render, lease, { first, renderer }) {
      const live = statusIn(LIVE_STATUSES);
      await table.transact([
        {
          Update: {
            TableName: table.name,
            Key: keys.render(render.account_id, render.id),
            UpdateExpression: 'SET epoch = :next, renderer = :renderer',
            ConditionExpression: `${live.expression} AND epoch = :epoch`,
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: {
              ...{ ':next': first.epoch, ':renderer': renderer, ':epoch': render.epoch },
              ...live.values,
            },
          },
        },
        {
          ConditionCheck: {
            TableName: table.name,
            Key: taskKey(lease.task),
            ConditionExpression: '#token = :token AND #state = :claimed',
            ExpressionAttributeNames: { '#state': 'state', '#token': 'token' },
            ExpressionAttributeValues: { ':token': lease.token, ':claimed': 'claimed' },
          },
        },
        { Put: { TableName: table.name, Item: taskItem(first) } },
      ]);
    },

    async raiseProgress(render, progress, stage, at, event) {
      const live = statusIn(LIVE_STATUSES);
      const update = {
        Key: keys.render(render.account_id, render.id),
        UpdateExpression: `SET progress = :progress, progress_at = :at, stage = :stage${event ? ', progress_event = :event' : ''}`,
        // One of the workers that read the same shows its progress; a new stage is always shown.
        ConditionExpression: `${live.expression} AND progress < :progress AND (stage <> :stage OR ${
          render.progress_at === undefined ? 'attribute_not_exists(progress_at)' : 'progress_at = :seen'
        })${
          event
            ? ` AND ${render.progress_event ? 'progress_event = :last' : 'attribute_not_exists(progress_event)'}`
            : ''
        }`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':progress': progress,
          ':at': at,
          ':stage': stage,
          ...live.values,
          ...(render.progress_at === undefined ? {} : { ':seen': render.progress_at }),
          ...(event ? { ':event': { progress, at } } : {}),
          ...(event && render.progress_event ? { ':last': render.progress_event } : {}),
        },
      };
      // A transaction costs twice as much.
      if (!event) await table.update(update);
      else await table.transact([{ Update: { TableName: table.name, ...update } }, outbox(event)]);
    },

    async complete(render, lease, result, event, film) {
      const { slides_reused, slides_rendered, completed_at = event.created_at } = event.render;
      await settle(
        render,
        { to: 'completed', at: completed_at },
        (closed) => [
          end(render, 'completed', { result, progress: 100, slides_reused, slides_rendered, completed_at }),
          { Update: { TableName: table.name, ...taskDone(lease, {}, completed_at) } },
          outbox(event),
          slotsItem.leave(render, closed),
          ...(film ? [keepFilm(render, film)] : []),
        ],
        () => result.duration_seconds,
      );
    },

    async fail(render, error, event, encoded, cause) {
      const unchanged = 'deadline' in cause ? cause : {};
      await settle(
        render,
        { to: 'failed', at: event.created_at },
        (closed) => [
          end(render, 'failed', { error, completed_at: render.completed_at }, unchanged),
          ...causeHolds(cause),
          outbox(event),
          slotsItem.stopWaiting(render, closed),
        ],
        (reserved) => reserved * encoded,
      );
    },

    async cancel(render, at, encoded) {
      await settle(
        render,
        { to: 'canceled', at },
        (closed) => [end(render, 'canceled', { completed_at: at }), slotsItem.stopWaiting(render, closed)],
        (reserved) => reserved * encoded,
      );
    },

    async tasks({ account_id, render_id, epoch }) {
      const items = await table.all(itemsUnder(keys.render(account_id, render_id).PK, prefixes.tasks(epoch)));
      return items.map((item) => taskCodec.parse(item));
    },

    async task(ref) {
      const item = await table.get(taskKey(ref));
      return item && taskCodec.parse(item);
    },

    async addTasks(tasks) {
      const put = async (task: RenderTask): Promise<void> => {
        try {
          await table.put(taskItem(task), { onlyIfNew: true });
        } catch (error) {
          // The task exists, and may be done: a second run of the same step must not begin it again.
          if (!(error instanceof WriteConflict)) throw error;
        }
      };
      for (let i = 0; i < tasks.length; i += TRANSACTION_ITEMS)
        await Promise.all(tasks.slice(i, i + TRANSACTION_ITEMS).map(put));
    },

    async claim(ref, { token, now, leaseUntil, messageId }) {
      await checkEpoch(ref);
      const claimed = await table.update({
        Key: taskKey(ref),
        UpdateExpression:
          'SET #state = :claimed, #token = :token, lease_until = :until, message_id = :message, began_at = if_not_exists(began_at, :now) REMOVE sent_again ADD attempt :one',
        ConditionExpression:
          '(#state = :pending OR (#state = :claimed AND lease_until < :now)) AND attempt < :limit AND item_format = :format',
        ExpressionAttributeNames: { '#state': 'state', '#token': 'token' },
        ExpressionAttributeValues: {
          ':claimed': 'claimed',
          ':pending': 'pending',
          ':token': token,
          ':until': leaseUntil,
          ':message': messageId,
          ':now': now,
          ':one': 1,
          ':limit': TASK_LIMITS.claims,
          // The task of a newer version is not claimed: its attempts are not for this program.
          ':format': taskCodec.stamp.item_format,
        },
      });
      const task = taskCodec.parse(claimed);
      // Again after the claim: the end of the render comes after this read and finds the lease, or is found here.
      try {
        return { task, render: await checkEpoch(ref) };
      } catch (error) {
        // Killed here, the lease ends by itself.
        await table.update(unclaim(task, token)).catch(() => undefined);
        throw error;
      }
    },

    async renew({ task, token }, leaseUntil) {
      await checkEpoch(task);
      await table.update({
        Key: taskKey(task),
        UpdateExpression: 'SET lease_until = :until',
        ConditionExpression: '#token = :token AND #state = :claimed',
        ExpressionAttributeNames: { '#state': 'state', '#token': 'token' },
        ExpressionAttributeValues: { ':until': leaseUntil, ':token': token, ':claimed': 'claimed' },
      });
    },

    async release({ task, token }) {
      await table.update({
        Key: taskKey(task),
        UpdateExpression: 'SET #state = :pending REMOVE #token, lease_until',
        ConditionExpression: '#token = :token AND #state = :claimed',
        ExpressionAttributeNames: { '#state': 'state', '#token': 'token' },
        ExpressionAttributeValues: { ':pending': 'pending', ':token': token, ':claimed': 'claimed' },
      });
    },

    async postpone({ task, token }, at, postponed) {
      await table.update({
        Key: taskKey(task),
        UpdateExpression:
          'SET #state = :pending, enqueued_at = :at, postponed = :postponed REMOVE #token, lease_until ADD attempt :uncounted',
        ConditionExpression: '#token = :token AND #state = :claimed',
        ExpressionAttributeNames: { '#state': 'state', '#token': 'token' },
        ExpressionAttributeValues: {
          ':pending': 'pending',
          ':at': at,
          ':uncounted': -1,
          ':postponed': postponed,
          ':token': token,
          ':claimed': 'claimed',
        },
      });
    },

    async record({ task, token }, result) {
      await table.update({
        Key: taskKey(task),
        UpdateExpression: 'SET #result = :result',
        ConditionExpression: '#token = :token AND #state = :claimed',
        ExpressionAttributeNames: { '#state': 'state', '#result': 'result', '#token': 'token' },
        ExpressionAttributeValues: { ':token': token, ':claimed': 'claimed', ':result': result },
      });
    },

    async commit(lease, result, at) {
      await table.update(taskDone(lease, result, at));
    },

    async noteEnqueued(task, at) {
      await table.update({
        Key: taskKey(task),
        UpdateExpression: 'SET enqueued_at = :at ADD sent_again :one',
        ConditionExpression: 'enqueued_at = :seen AND #state <> :done',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':at': at, ':one': 1, ':seen': task.enqueued_at, ':done': 'done' },
      });
    },
  };
}
