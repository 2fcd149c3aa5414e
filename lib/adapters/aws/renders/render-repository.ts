import {
  classifyRendererVersionChange,
  isTerminalRenderStatus,
  LIVE_RENDER_STATUSES,
  MAX_BATCH_ROW_WAIT_SECONDS,
  type Render,
  type RenderStore,
  renderStatusesBefore,
} from '#features/renders/public.ts';
import { passesListFilter } from '#kernel/contract/list-filters.ts';
import type { CreationTimeFilter } from '#kernel/contract/pagination.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { idBoundsBetween } from '#kernel/shared/ids.ts';
import { accountListIndex, dueItemsIndex, tableKeys } from '../table/keys.ts';
import { listDueEntriesPage } from '../table/query-due-items.ts';
import { queryPageNewestFirst } from '../table/query-page-newest-first.ts';
import type { Table, TableItem } from '../table/table.ts';
import { outboxInsertWrite } from './outbox-items.ts';
import { renderAdmissionRepository } from './render-admissions.ts';
import { renderEndRepository } from './render-ends.ts';
import { renderCodec, renderStatusInCondition } from './render-items.ts';
import { renderSlotsInItem, renderSlotsRepository } from './render-slots-repository.ts';
import { createRenderTaskWrites } from './render-task-items.ts';
import { renderTaskRepository } from './render-tasks.ts';

/**
 * Seconds by which the time in the id of a row's render may be outside the bounds. The id may be later than the start of its row, and a row
 * may start after the time of its batch.
 */
const ROW_TIME_TOLERANCE_SECONDS = 60;

/**
 * The range of times in the ids of renders that were created in a range of time. It is wider, because the id of a row's render has the time
 * of its batch.
 */
const idTimeRange = ({ created_after, created_before }: CreationTimeFilter): CreationTimeFilter => ({
  created_after:
    created_after &&
    formatUtcTimestamp(addSeconds(new Date(created_after), -MAX_BATCH_ROW_WAIT_SECONDS - ROW_TIME_TOLERANCE_SECONDS)),
  created_before:
    created_before && formatUtcTimestamp(addSeconds(new Date(created_before), ROW_TIME_TOLERANCE_SECONDS)),
});

/** Renders in the table, with their tasks, slots and events. */
export function renderRepository(table: Table): RenderStore {
  const slots = renderSlotsRepository(table);
  const tasks = createRenderTaskWrites(table);
  return {
    ...renderAdmissionRepository(table),
    ...renderTaskRepository(table),
    ...renderEndRepository(table),

    slots: slots.read,
    acquireSlot: slots.acquire,

    async findWithSlots(accountId, renderId) {
      const items = await table.getMany([tableKeys.render(accountId, renderId), tableKeys.renderSlots(accountId)]);
      const item = items.find(({ entity }) => entity === 'render');
      return {
        ...(item ? { render: renderCodec.parse(item) } : {}),
        slots: renderSlotsInItem(items.find(({ entity }) => entity === 'render_slots')),
      };
    },

    async find(accountId, renderId) {
      const item = await table.get(tableKeys.render(accountId, renderId));
      return item && renderCodec.parse(item);
    },

    async findMany(accountId, renderIds) {
      const items = await table.getMany(renderIds.map((id) => tableKeys.render(accountId, id)));
      return items.map((item) => renderCodec.parse(item));
    },

    async list(accountId, { created_after, created_before, metadata, ...filter }, page) {
      const range = idBoundsBetween('render', idTimeRange({ created_after, created_before }));
      const partition = { name: 'GSI1PK', value: accountListIndex.rendersOf(accountId) };
      const parseRender = (item: TableItem) => renderCodec.parse(item);
      const filterAfterRead = { created_after, created_before, metadata };
      const hasFilterAfterRead = Object.values(filterAfterRead).some((value) => value !== undefined);
      return queryPageNewestFirst(
        table,
        {
          index: accountListIndex.name,
          partition,
          sortKey: 'GSI1SK',
          range,
          filter,
          read: parseRender,
          ...(hasFilterAfterRead ? { passes: (render: Render) => passesListFilter(render, filterAfterRead) } : {}),
        },
        page,
      );
    },

    listDue: (request) =>
      listDueEntriesPage(table, dueItemsIndex.renders, request, renderCodec, (render, listed_as) => ({
        render,
        listed_as,
      })),

    async noteCheck({ render, listed_as }, nextCheckAt) {
      await table.update({
        Key: tableKeys.render(render.account_id, render.id),
        UpdateExpression: 'SET GSI2SK = :next',
        ConditionExpression: 'GSI2SK = :seen',
        ExpressionAttributeValues: {
          ':next': dueItemsIndex.renders.attributes(render.id, nextCheckAt).GSI2SK,
          ':seen': listed_as,
        },
      });
    },

    async enterStage(render, status, stage, startedAt, startFields) {
      const statusCondition = renderStatusInCondition([...renderStatusesBefore(status), status]);
      try {
        await table.update({
          Key: tableKeys.render(render.account_id, render.id),
          UpdateExpression: `SET #status = :to, stage = :stage, started_at = if_not_exists(started_at, :at)${
            startFields ? ', deadline = :deadline, renderer = :renderer' : ''
          }`,
          ConditionExpression: `${statusCondition.expression} AND epoch = :epoch${
            startFields ? ' AND (attribute_not_exists(renderer) OR renderer = :renderer)' : ''
          }`,
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':to': status,
            ':stage': stage,
            ':at': startedAt,
            ':epoch': render.epoch,
            ...statusCondition.values,
            ...(startFields ? { ':deadline': startFields.deadline, ':renderer': startFields.renderer } : {}),
          },
        });
      } catch (error) {
        // A repeated step may find that the render has advanced, and continues; only an end or a new start of the render stops it.
        const item =
          error instanceof WriteConflictError
            ? await table.get(tableKeys.render(render.account_id, render.id))
            : undefined;
        const currentRender = item && renderCodec.parse(item);
        if (!currentRender || isTerminalRenderStatus(currentRender.status) || currentRender.epoch !== render.epoch)
          throw error;
        if (
          startFields &&
          !(
            currentRender.renderer &&
            classifyRendererVersionChange(startFields.renderer, currentRender.renderer) === 'same'
          )
        )
          throw error;
      }
    },

    async beginAgain(render, lease, { first: firstTask, renderer }) {
      const liveCondition = renderStatusInCondition(LIVE_RENDER_STATUSES);
      await table.transact({
        render: {
          Update: {
            TableName: table.name,
            Key: tableKeys.render(render.account_id, render.id),
            UpdateExpression: 'SET epoch = :next, renderer = :renderer',
            ConditionExpression: `${liveCondition.expression} AND epoch = :epoch`,
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: {
              ':next': firstTask.epoch,
              ':renderer': renderer,
              ':epoch': render.epoch,
              ...liveCondition.values,
            },
          },
        },
        lease: tasks.leaseHolds(lease),
        task: tasks.add(firstTask),
      });
    },

    async raiseProgress(render, progress, stage, progressAt, event) {
      const liveCondition = renderStatusInCondition(LIVE_RENDER_STATUSES);
      const update = {
        Key: tableKeys.render(render.account_id, render.id),
        UpdateExpression: `SET progress = :progress, progress_at = :at, stage = :stage${event ? ', progress_event = :event' : ''}`,
        // If several workers read the same progress, only one writes a new one; a new stage is always written.
        ConditionExpression: `${liveCondition.expression} AND progress < :progress AND (stage <> :stage OR ${
          render.progress_at === undefined ? 'attribute_not_exists(progress_at)' : 'progress_at = :seen'
        })${
          event
            ? ` AND ${render.progress_event ? 'progress_event = :last' : 'attribute_not_exists(progress_event)'}`
            : ''
        }`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':progress': progress,
          ':at': progressAt,
          ':stage': stage,
          ...liveCondition.values,
          ...(render.progress_at === undefined ? {} : { ':seen': render.progress_at }),
          ...(event ? { ':event': { progress, at: progressAt } } : {}),
          ...(event && render.progress_event ? { ':last': render.progress_event } : {}),
        },
      };
      // A transaction costs twice as much.
      if (!event) await table.update(update);
      else
        await table.transact({
          render: { Update: { TableName: table.name, ...update } },
          event: outboxInsertWrite(table, event),
        });
    },
  };
}
