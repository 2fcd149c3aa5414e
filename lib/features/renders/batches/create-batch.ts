import type { z } from 'zod';
import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import {
  deletedAccountError,
  limitsOfPlan,
  type MonthlyAmounts,
  type PlanLimits,
  type Principal,
  quotaExceededError,
} from '#features/accounts/public.ts';
import { readTemplateOfTimeline, type TemplateChoiceDeps } from '#features/templates/public.ts';
import { noSlidesError, type TimelineStore, type VariableValues } from '#features/timelines/public.ts';
import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { runIgnoringUnavailability, ServiceError, WriteConflictError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { FindSpeechOfSnapshotDeps } from '../find-speech-of-snapshot.ts';
import type { FileStore } from '../ports.ts';
import type { SealedSecret } from '../render.ts';
import { resolveRenderOutput } from '../render-admission-rules.ts';
import { estimatedSpeechOfSlides } from '../speech-with-estimated-durations.ts';
import { snapshotOfTimeline, snapshotWithIntroAndOutro } from '../timeline-snapshot.ts';
import { checkVideoAssemblySize } from '../work-bounds.ts';
import { type Batch, MAX_BATCH_ROW_WAIT_SECONDS } from './batch.ts';
import type { BatchRowsOfRequest } from './batch-rows-of-request.ts';
import { type BatchWarning, batchWarnings } from './batch-warnings.ts';
import { checkBatchRows } from './check-rows.ts';
import type { createBatchContract } from './contract.ts';
import { writeFrozenBatch } from './frozen-batch.ts';
import type { BatchQueue, BatchStore } from './ports.ts';
import {
  estimateBatchRowReservations,
  findExactBatchRowReservations,
  totalOfBatchRowReservations,
} from './row-amounts.ts';

/** The JSON body of a request for a batch. */
export type CreateBatchBody = z.output<NonNullable<(typeof createBatchContract)['body']>>;

/** A request for a batch. Its rows are read late, because the columns of a CSV file are checked against the timeline's variables. */
export interface BatchRequest extends Omit<CreateBatchBody, 'rows'> {
  /** Reads the rows. @param declared the variables of the timeline with their defaults. @throws ServiceError for a file with faults */
  rowsFor(declared: VariableValues): BatchRowsOfRequest;
}

/** Dependencies of the creation of batches. */
export interface CreateBatchDeps extends TemplateChoiceDeps, FindSpeechOfSnapshotDeps {
  timelines: Pick<TimelineStore, 'load'>;
  batches: BatchStore;
  files: Pick<FileStore, 'putBytes' | 'remove'>;
  batchQueue: BatchQueue;
  clock: Clock;
  /** Codecs that the encoder of this service offers. */
  codecs: readonly VideoCodecId[];
  /** Checks addresses of receivers, and gives the sealed signing secret of each. @throws ServiceError `webhook_url_forbidden` */
  prepareReceivers(
    accountId: string,
    named: readonly { url: string; param: string }[],
  ): Promise<{ secret: string | undefined; sealed: ReadonlyMap<string, SealedSecret> }>;
}

/** A created batch, for the answer. */
export interface CreatedBatch {
  batch: Batch;
  /** New signing secret for addresses without a webhook, which is shown only once; undefined: none is new. */
  secret: string | undefined;
  warnings: readonly BatchWarning[];
}

function checkRowCount({ batch_rows }: PlanLimits, count: number): void {
  if (count > batch_rows)
    throw new ServiceError(
      'entitlement_required',
      `Your plan allows ${batch_rows} rows in a batch. Divide the rows into several batches.`,
      { param: 'batch_rows' },
    );
}

/** `retry-after` for too many open batches, in seconds: a batch takes minutes. */
const OPEN_BATCHES_RETRY_SECONDS = 300;

const tooManyBatchesError = ({ open_batches }: PlanLimits): ServiceError =>
  new ServiceError(
    'too_many_batches',
    `Your plan allows ${open_batches} open batches. Wait until one has ended, or cancel one.`,
    { param: 'open_batches', headers: { 'retry-after': String(OPEN_BATCHES_RETRY_SECONDS) } },
  );

/**
 * Seconds after which a request that is still being checked creates nothing: the client gets a 504 at 29 s and would send it again.
 */
const ADMISSION_SECONDS = 25;

const checkedTooLateError = (): ServiceError =>
  new ServiceError(
    'unavailable',
    'The rows could not be checked in time, and nothing was made. Send fewer rows in one batch, or the same ones later.',
    { headers: { 'retry-after': '60' } },
  );

/** The addresses of receivers of a batch and its rows, each with its path in the request. */
const receiversOf = ({ webhook_url }: BatchRequest, { rows, placeOf }: BatchRowsOfRequest) => [
  ...(webhook_url === undefined ? [] : [{ url: webhook_url, param: 'webhook_url' }]),
  ...rows.flatMap(({ webhook_url: url }, index) =>
    url === undefined ? [] : [{ url, param: `${placeOf(index).row}.webhook_url` }],
  ),
];

/**
 * Creates a batch: freezes the timeline, checks all rows, reserves their amounts of the month, and starts the batch. The file with the
 * timeline and the rows is written before the batch, so that the worker that starts a row finds it. If the batch is refused, the file is
 * removed. After a kill in between, the file is deleted at the end of its lifetime. If the request is killed after the write of the batch,
 * the sweeper starts its rows.
 * @throws ServiceError for invalid rows, and limits of the plan and of the month
 */
export async function createBatch(
  deps: CreateBatchDeps,
  principal: Principal,
  body: BatchRequest,
  prepareAnswer: PrepareIdempotentAnswer<CreatedBatch> = prepareNoIdempotentAnswer,
): Promise<CreatedBatch> {
  const { timelines, batches, files, clock } = deps;
  const { account_id } = principal;
  const now = clock();
  const limits = limitsOfPlan(principal.plan);
  const loaded = await timelines.load(account_id, body.timeline_id);
  if (!loaded)
    throw new ServiceError(
      'timeline_not_found',
      'There is no such timeline. GET /timelines lists those of the account.',
    );
  const { timeline, slides } = loaded;
  if (slides.length === 0) throw noSlidesError();
  const output = resolveRenderOutput(timeline, body.output, limits, deps.codecs);
  const requestRows = body.rowsFor(timeline.variables ?? {});
  const { rows } = requestRows;
  checkRowCount(limits, rows.length);
  const checkedRows = checkBatchRows(loaded, requestRows, { limits, narration: body.narration });
  const reservationInput = { loaded, rows, checked: checkedRows, narration: body.narration, limits };
  const { secret, sealed } = await deps.prepareReceivers(account_id, receiversOf(body, requestRows));
  const { look, slide_numbers, footer } = await readTemplateOfTimeline(
    deps.templates,
    account_id,
    timeline.template_id,
  );
  // The work is estimated without values, which change the length of speech little. The plan of each render checks it exactly.
  const snapshot = snapshotWithIntroAndOutro(snapshotOfTimeline(timeline, slides, { look, slide_numbers, footer }));
  const speech = body.narration === 'none' ? [] : estimatedSpeechOfSlides(snapshot.slides, timeline);
  checkVideoAssemblySize(snapshot, { output, speech });

  const batch: Omit<Batch, 'reserved_seconds' | 'reserved_characters'> = {
    id: newId('batch', now),
    account_id,
    plan: principal.plan,
    timeline_id: timeline.id,
    timeline_version: timeline.version,
    status: 'running',
    output,
    narration: body.narration,
    webhook_url: body.webhook_url,
    webhook_secret: body.webhook_url === undefined ? undefined : sealed.get(body.webhook_url),
    total: rows.length,
    begun: 0,
    running: 0,
    completed: 0,
    failed: 0,
    canceled: 0,
    created_at: formatUtcTimestamp(now),
    begins_until: formatUtcTimestamp(addSeconds(now, MAX_BATCH_ROW_WAIT_SECONDS)),
  };
  const key = storageKeys.frozenBatch(account_id, timeline.id, batch.id);
  /** Writes the batch and reserves the amounts of its rows. @returns the created batch, or the error if it was refused */
  const admit = async (amounts: readonly MonthlyAmounts[]): Promise<ServiceError | CreatedBatch> => {
    const totalReserved = totalOfBatchRowReservations(amounts);
    await writeFrozenBatch(files, key, {
      timeline,
      slides,
      template: { look, slide_numbers, footer },
      rows: rows.map((row, index) => ({
        ...row,
        ...(row.webhook_url === undefined ? {} : { webhook_secret: sealed.get(row.webhook_url) }),
        reserved: amounts[index],
      })),
    });
    if (clock() > addSeconds(now, ADMISSION_SECONDS)) throw checkedTooLateError();
    const newBatch: CreatedBatch = {
      warnings: batchWarnings(loaded, requestRows),
      batch: {
        ...batch,
        reserved_seconds: totalReserved.render_seconds,
        reserved_characters: totalReserved.narration_characters,
      },
      secret,
    };
    const outcome = await batches.insert(newBatch.batch, limits, await prepareAnswer(newBatch));
    if (outcome === 'account_deleted') return deletedAccountError(principal);
    if (outcome === 'too_many') return tooManyBatchesError(limits);
    return outcome === 'inserted'
      ? newBatch
      : quotaExceededError(outcome.refused, totalReserved[outcome.refused], limits, now);
  };
  let created: ServiceError | CreatedBatch;
  try {
    created = await admit(await estimateBatchRowReservations(deps, reservationInput));
    const exactAmounts =
      created instanceof ServiceError && created.code === 'quota_exceeded'
        ? await findExactBatchRowReservations(deps, reservationInput)
        : undefined;
    if (exactAmounts) created = await admit(exactAmounts);
    if (created instanceof ServiceError) throw created;
  } catch (error) {
    // Removed only after these errors, which mean that the batch was not written. After a lost answer its rows may be starting.
    if (error instanceof ServiceError || error instanceof WriteConflictError)
      await files.remove(key).catch(() => undefined);
    throw error;
  }
  await runIgnoringUnavailability(() => deps.batchQueue.send(account_id));
  return created;
}
