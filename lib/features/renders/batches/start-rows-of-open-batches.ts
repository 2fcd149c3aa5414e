import { limitsOfPlan, type Plan, usageMonthOf } from '#features/accounts/public.ts';
import { fillVariables } from '#features/timelines/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite, ServiceError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { createRenderEvent } from '../events.ts';
import { type FindSpeechOfSnapshotDeps, findSpeechOfSnapshot } from '../find-speech-of-snapshot.ts';
import type { BatchRowOfRender, FileStore, RenderStore, RenderTaskQueue } from '../ports.ts';
import type { Render, RenderError } from '../render.ts';
import { amountsNeededByRender, createQueuedRender } from '../render-admission-rules.ts';
import { newRenderTask, renderEpochRefOf } from '../render-task.ts';
import {
  removeTimelineSnapshot,
  snapshotOfTimeline,
  snapshotWithIntroAndOutro,
  type TimelineSnapshot,
  writeTimelineSnapshot,
} from '../timeline-snapshot.ts';
import { type Batch, chooseBatchForNextRow } from './batch.ts';
import { type FrozenBatch, readFrozenBatch } from './frozen-batch.ts';
import type { BatchQueue, BatchStore } from './ports.ts';
import { renderIdOfBatchRow } from './row-render.ts';

/** Dependencies of the start of rows. */
export interface StartRowsOfOpenBatchesDeps extends FindSpeechOfSnapshotDeps {
  renders: Pick<RenderStore, 'slots' | 'insertRow' | 'insertFailedRow'>;
  batches: Pick<BatchStore, 'findMany'>;
  files: FileStore;
  queue: RenderTaskQueue;
  batchQueue: BatchQueue;
  /** Reads the present plan of an account; undefined when the account does not exist. */
  planOf(accountId: string): Promise<Plan | undefined>;
  clock: Clock;
}

/** The most rows that one message starts; then another message is sent. Only rows that fail at their start reach this number. */
const MAX_ROWS_PER_MESSAGE = 50;

const QUOTA_MESSAGES = {
  render_seconds: 'The month has no seconds of video left for this row.',
  narration_characters: 'The month has no characters of new narration left for this row.',
} as const;

const NO_API_ACCESS_ERROR: RenderError = {
  code: 'plan_not_allowed',
  message: 'The plan of the account no longer includes API access, so the row did not start.',
};

/** The snapshot of a row's render: the frozen timeline, with the row's values for its variables. */
function snapshotOfRow(frozen: FrozenBatch, index: number): TimelineSnapshot {
  const { variables = {} } = frozen.rows[index] ?? {};
  const filled = fillVariables(frozen, variables, { path: `rows[${index}].variables`, missing: 'refuse' });
  return snapshotWithIntroAndOutro(snapshotOfTimeline(filled.timeline, filled.slides, frozen.template));
}

function renderOfRow(batch: Batch, frozen: FrozenBatch, now: Date): Render {
  const row = frozen.rows[batch.begun];
  const { account_id, timeline_id, timeline_version, output, narration } = batch;
  const { webhook_url, webhook_secret } = row?.webhook_url === undefined ? batch : row;
  return createQueuedRender(
    {
      id: renderIdOfBatchRow(batch, batch.begun),
      ...{ account_id, timeline_id, timeline_version, output, narration, webhook_url, webhook_secret },
      slides_total: frozen.slides.length,
      metadata: row?.metadata ?? {},
      batch_id: batch.id,
      external_id: row?.external_id,
      // Only if the month differs, because the item of a render is just below one write unit.
      ...(usageMonthOf(batch.created_at) === usageMonthOf(formatUtcTimestamp(now))
        ? {}
        : { counted_at: batch.created_at }),
    },
    limitsOfPlan(batch.plan),
    now,
  );
}

/** Records a row that cannot start as a failed render, with its event, so that the other rows are not delayed. */
async function failRow(
  { renders, clock }: StartRowsOfOpenBatchesDeps,
  row: BatchRowOfRender,
  render: Render,
  error: RenderError,
): Promise<void> {
  const failedAt = formatUtcTimestamp(clock());
  const failedRender: Render = { ...render, status: 'failed', stage: 'done', error, completed_at: failedAt };
  await renders.insertFailedRow(failedRender, row, createRenderEvent('render.failed', failedRender, failedAt));
}

/**
 * Starts the next row of a batch. If the account has lost API access since the batch was created, its further rows fail, while running ones
 * continue. With any other plan, rows have the limits under which the batch was accepted. Two workers that start the same row write the
 * same snapshot, and only one of them the render, in the transaction that counts the row as started. If the worker is killed before it
 * sends the render's message, the sweeper sends it.
 */
async function beginRow(
  deps: StartRowsOfOpenBatchesDeps,
  batch: Batch,
  frozen: FrozenBatch,
  slotUse: 'runs' | 'waits',
): Promise<void> {
  const { renders, files, queue, clock } = deps;
  const limits = limitsOfPlan(batch.plan);
  const render = renderOfRow(batch, frozen, clock());
  const share = frozen.rows[batch.begun]?.reserved ?? { render_seconds: 0, narration_characters: 0 };
  const row = { batch_id: batch.id, index: batch.begun, share };
  if ((await deps.planOf(batch.account_id)) === 'free') return failRow(deps, row, render, NO_API_ACCESS_ERROR);
  let snapshot: TimelineSnapshot;
  try {
    snapshot = snapshotOfRow(frozen, batch.begun);
  } catch (error) {
    // All rows were checked before, but perhaps by another version of the program with other rules.
    if (!(error instanceof ServiceError)) throw error;
    await failRow(deps, row, render, { code: 'internal_error', message: error.message });
    return;
  }
  const speechLookup = await findSpeechOfSnapshot(deps, render, snapshot);
  const neededAmounts = amountsNeededByRender(
    limits,
    { timeline: snapshot.settings, slides: snapshot.slides },
    render.narration,
    speechLookup,
  );
  await writeTimelineSnapshot(files, render.snapshot_key, {
    ...snapshot,
    ...(speechLookup.made.size > 0 ? { speech: [...speechLookup.made.values()] } : {}),
  });
  const firstTask = newRenderTask({ ...renderEpochRefOf(render), kind: 'prepare', index: 0 }, render.created_at);
  const outcome = await renders.insertRow(render, firstTask, row, limits, neededAmounts, slotUse);
  if (outcome === 'inserted') await queue.send(firstTask);
  else if (typeof outcome === 'object') {
    await failRow(deps, row, render, { code: 'quota_exceeded', message: QUOTA_MESSAGES[outcome.refused] });
    // Removed only after the row has failed: until then another worker may start it with this snapshot.
    await removeTimelineSnapshot(files, render);
  }
}

/**
 * Starts rows of an account's open batches until no slot is free or no row may start. Slots and batches are read again before each row, and
 * are conditions of the write that starts it, so any number of workers may run this at the same time.
 */
export async function startRowsOfOpenBatches(deps: StartRowsOfOpenBatchesDeps, accountId: string): Promise<void> {
  const frozenById = new Map<string, FrozenBatch>();
  for (let count = 0; count < MAX_ROWS_PER_MESSAGE; count++) {
    const slots = await deps.renders.slots(accountId);
    if (slots.batches.length === 0) return;
    const batch = chooseBatchForNextRow(slots, await deps.batches.findMany(accountId, slots.batches));
    if (!batch) return;
    const key = storageKeys.frozenBatch(accountId, batch.timeline_id, batch.id);
    const frozen = frozenById.get(batch.id) ?? (await readFrozenBatch(deps.files, key));
    frozenById.set(batch.id, frozen);
    await attemptConditionalWrite(() => beginRow(deps, batch, frozen, slots.waiting.length > 0 ? 'waits' : 'runs'));
  }
  await deps.batchQueue.send(accountId);
}
