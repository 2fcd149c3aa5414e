import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_TRANSACTION_BYTES, MAX_TRANSACTION_ITEMS } from '#adapters/aws/table/table.ts';
import { toBodyTooLargeError } from '#adapters/aws/table/to-body-too-large-error.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { loadTimeline } from '#features/timelines/change-timeline.ts';
import { createTimelineContract, type SlideInput } from '#features/timelines/contract.ts';
import { createFirstSlideRevision } from '#features/timelines/create-first-slide-revision.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';
import { slideBytes } from '#features/timelines/timeline-bytes.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { systemClock } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createJitteredBackoff } from '#kernel/shared/wait-before-retry.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { isTried } from '#test/support/depth.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { START, samplePrincipal } from '#test/support/samples/entities.ts';
import { CHARACTERS, largestSlide } from '#test/support/samples/largest-slide.ts';

let database: Database;
let directory: string;
let deps: Parameters<typeof createTimeline>[0];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'large-timelines-'));
  // In memory each write takes longer than the one before.
  database = await startDatabase(join(directory, 'table.db'));
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
afterAll(async () => {
  await database.stop();
  await rm(directory, { recursive: true, force: true });
});

const { timeline_bytes: MOST } = ENTITLEMENTS.max;
const bytesOf = (input: SlideInput): number =>
  slideBytes(createFirstSlideRevision('tl_01JAAAAAAAAAAAAAAAAAAAAAAA', input, START));

/** Slides with as much text as a timeline of that many may have: at first as much as the fields allow. */
function fullSlides(count: number, character: string): SlideInput[] {
  const room = (MOST - 4000) / count;
  for (const share of [1, 0.9, 0.7, 0.5, 0.35, 0.2, 0.1, 0.05]) {
    const slide = largestSlide(character, { share });
    if (bytesOf(slide) <= room) return Array.from({ length: count }, () => slide);
  }
  throw new Error(`no slide fits ${count} times`);
}

/** Numbers of slides on both sides of each place where a change is made in another way. */
function counts(character: string): number[] {
  const inBytes = (bytes: number): number => Math.floor(bytes / bytesOf(largestSlide(character)));
  const last = [inBytes(MAX_TRANSACTION_BYTES), inBytes(4e6), MAX_TRANSACTION_ITEMS - 2];
  return [...new Set([1, ...last.flatMap((count) => [count, count + 1]), 500])];
}

/** One character of each width in the table: 1 byte, 4 bytes, and 1 byte that is 7 in an answer. */
const SCRIPTS = ['Latin', 'emoji', 'control characters'] as const;

describe('a timeline whose slides are as large as they may be', () => {
  it.each(
    SCRIPTS.flatMap((script, at) =>
      counts(CHARACTERS[script])
        .filter((_, i) => isTried(i + at, 5))
        .map((count) => [count, script, CHARACTERS[script]] as const),
    ),
  )('of %i slides of %s is made, replaced and deleted', async (count, _, character) => {
    const principal = samplePrincipal();
    const slides = fullSlides(count, character);
    const body = createTimelineContract.body?.parse({ title: 'Deck', slides });
    const { timeline } = await createTimeline(deps, principal, body as never);
    const found = await loadTimeline(deps.store, principal, timeline.id);
    expect(found.slides.map(({ speaker_notes }) => speaker_notes)).toEqual(slides.map((s) => s.speaker_notes));

    const changed = await updateTimeline(deps, principal, timeline.id, { slides });
    expect((await loadTimeline(deps.store, principal, timeline.id)).timeline).toEqual(changed.timeline);

    await deleteTimeline(deps, principal, timeline.id);
    const left = await database.table.all({
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: { ':pk': `ACC#${principal.account_id}#TL#${timeline.id}` },
    });
    expect(left).toEqual([]);
  });
});

describe('a write that DynamoDB finds too large', () => {
  const text = 'a'.repeat(390_000);
  const item = (n: number, size = text) => ({ PK: 'LARGE', SK: String(n), text: size });

  it.each([
    ['an item of over 400 KB', () => database.table.put(item(1, 'a'.repeat(410_000)))],
    ['one under a condition', () => database.table.put(item(1, 'a'.repeat(410_000)), { onlyIfNew: true })],
    [
      'a transaction of over 4 MB',
      () =>
        database.table.transact({
          items: Array.from({ length: 12 }, (_, n) => ({ Put: { TableName: 'data', Item: item(n) } })),
        }),
    ],
  ])('%s is a refusal that says what to do, not a fault', async (_, write) => {
    const error = await write().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'body_too_large', status: 413, message: expect.stringContaining('Send less') });
  });

  it.each([
    [
      'another fault of validation',
      Object.assign(new Error('One or more parameter values were invalid'), { name: 'ValidationException' }),
    ],
    ['a limit of a rate', Object.assign(new Error('size exceeded'), { name: 'ThrottlingException' })],
  ])('is not %s', (_, error) => {
    expect(toBodyTooLargeError(error)).toBeUndefined();
  });

  it('learns where a part of a transaction is too large', () => {
    const reasons = [
      { Code: 'None' },
      { Code: 'ValidationError', Message: 'Item size to update has exceeded the maximum allowed size' },
    ];
    const error = Object.assign(new Error('Transaction cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: reasons,
    });
    expect(toBodyTooLargeError(error)?.code).toBe('body_too_large');
  });
});
