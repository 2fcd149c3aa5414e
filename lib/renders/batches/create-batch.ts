import type { z } from 'zod';
import { type Limits, limitsOf, type Principal, refusalOf } from '../../accounts/public.ts';
import { type Clock, plusSeconds, timestamp } from '../../shared/clock.ts';
import { ServiceError, unlessUnavailable, WriteConflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { type PrepareAnswer, prepareNoAnswer } from '../../shared/prepared-answer.ts';
import { storageKeys } from '../../shared/storage-keys.ts';
import { chooseTemplate, type TemplateChoiceDeps } from '../../templates/public.ts';
import type { TimelineStore } from '../../timelines/public.ts';
import type { Codec } from '../../video/settings.ts';
import { outputOf } from '../admission.ts';
import type { PrepareReceiver } from '../create-render.ts';
import type { FileStore } from '../ports.ts';
import { BATCH_SECONDS, type Batch } from './batch.ts';
import { checkRows } from './check-rows.ts';
import type { createBatchContract } from './contract.ts';
import { writeFrozenBatch } from './frozen-batch.ts';
import type { BatchQueue, BatchStore } from './ports.ts';

export type CreateBatchBody = z.output<NonNullable<(typeof createBatchContract)['body']>>;

export interface CreateBatchDeps extends TemplateChoiceDeps {
  timelines: Pick<TimelineStore, 'load'>;
  batches: BatchStore;
  files: Pick<FileStore, 'putBytes' | 'remove'>;
  batchQueue: BatchQueue;
  clock: Clock;
  /** What the encoder of this service can make. */
  codecs: readonly Codec[];
  prepareReceiver: PrepareReceiver;
}

/** A batch, and the signing secret of its `webhook_url` if it has one of its own (shown this once). */
export interface CreatedBatch {
  batch: Batch;
  secret: string | undefined;
}

function checkCount({ batch_rows }: Limits, count: number): void {
  if (count > batch_rows)
    throw new ServiceError('entitlement_required', `Your plan allows ${batch_rows} rows in a batch.`, {
      param: 'batch_rows',
    });
}

const tooManyBatches = ({ open_batches }: Limits): ServiceError =>
  new ServiceError(
    'entitlement_required',
    `Your plan allows ${open_batches} open batches. Wait until one has ended, or cancel one.`,
    { param: 'open_batches' },
  );

/**
 * Freezes the timeline once, checks all rows, and begins the batch. The file with the timeline and the rows is written first, so
 * that the worker that begins a row finds it, and removed when the batch is not admitted; a request that is killed in between
 * leaves a file that its lifetime ends. A request that is killed after the write of the batch leaves it to the sweeper, which
 * begins its rows.
 */
export async function createBatch(
  deps: CreateBatchDeps,
  principal: Principal,
  body: CreateBatchBody,
  prepareAnswer: PrepareAnswer<CreatedBatch> = prepareNoAnswer,
): Promise<CreatedBatch> {
  const { timelines, batches, files, clock } = deps;
  const { account_id } = principal;
  const limits = limitsOf(principal.plan);
  checkCount(limits, body.rows.length);
  const [loaded, receiver] = await Promise.all([
    timelines.load(account_id, body.timeline_id),
    body.webhook_url === undefined ? undefined : deps.prepareReceiver(account_id, body.webhook_url),
  ]);
  if (!loaded) throw new ServiceError('timeline_not_found', 'There is no such timeline.');
  const { timeline, slides } = loaded;
  if (slides.length === 0) throw new ServiceError('timeline_empty', 'The timeline has no slides to render.');
  const output = outputOf(timeline, body.output, limits, deps.codecs);
  checkRows(loaded, body.rows, { limits, narration: body.narration });
  const { look, slide_numbers, footer } = await chooseTemplate(deps.templates, account_id, timeline.template_id);

  const now = clock();
  const batch: Batch = {
    id: newId('batch', now),
    account_id,
    plan: principal.plan,
    timeline_id: timeline.id,
    timeline_version: timeline.version,
    status: 'running',
    output,
    narration: body.narration,
    webhook_url: body.webhook_url,
    webhook_secret: receiver?.sealed,
    total: body.rows.length,
    begun: 0,
    ...{ running: 0, completed: 0, failed: 0, canceled: 0 },
    created_at: timestamp(now),
    begins_until: timestamp(plusSeconds(now, BATCH_SECONDS)),
  };
  const key = storageKeys.frozenBatch(account_id, timeline.id, batch.id);
  await writeFrozenBatch(files, key, { timeline, slides, template: { look, slide_numbers, footer }, rows: body.rows });
  const created = { batch, secret: receiver?.secret };
  try {
    const outcome = await batches.insert(batch, limits, await prepareAnswer(created));
    if (outcome === 'account_deleted') throw refusalOf(principal);
    if (outcome === 'too_many') throw tooManyBatches(limits);
  } catch (error) {
    // Only when it is certain that the batch does not exist: after a lost answer its rows may be beginning.
    if (error instanceof ServiceError || error instanceof WriteConflict) await files.remove(key).catch(() => undefined);
    throw error;
  }
  await unlessUnavailable(() => deps.batchQueue.send(account_id));
  return created;
}
