import { bucketClient } from '#adapters/aws/clients.ts';
import { tombstonedItemRemover } from '#adapters/aws/erasure/remaining-items.ts';
import { unusedSpeechRemover } from '#adapters/aws/erasure/remaining-speech.ts';
import { tombstoneRepository } from '#adapters/aws/erasure/tombstone-repository.ts';
import { batchRepository } from '#adapters/aws/renders/batch-repository.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { s3BucketStorage } from '#adapters/aws/storage.ts';
import { hasLiveRenderOrOpenBatch } from '#features/renders/has-live-render-or-open-batch.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { processTombstone, type SweepTombstonesDeps } from '#platform/erasure/process-tombstone.ts';
import { REMOVAL_GRACE_SECONDS } from '#platform/erasure/tombstone.ts';
import type { RunningStack } from '#stack/start-stack.ts';
import { allDue } from '../data/all-due.ts';
import { withTable } from './with-table.ts';

/**
 * Works off the tombstones of one timeline on a running service, as if their time of grace were over.
 * @param path starts with `/timelines/<id>`
 * @returns how many there were
 */
export async function workOffTombstones(
  service: { stack: Pick<RunningStack, 'environment'> },
  path: string,
): Promise<number> {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } =
    service.stack.environment;
  const {
    AWS_ENDPOINT_URL: endpoint = '',
    AWS_REGION: region = '',
    BUCKET_NAME: bucket = '',
  } = service.stack.environment;
  const s3 = bucketClient({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  const [, , timelineId] = path.split('/');
  try {
    return await withTable(service, async (table) => {
      const renders = renderRepository(table);
      const clock = () => addSeconds(new Date(), REMOVAL_GRACE_SECONDS + 1);
      const deps: SweepTombstonesDeps = {
        tombstones: tombstoneRepository(table),
        items: tombstonedItemRemover(table),
        speech: unusedSpeechRemover(table),
        files: s3BucketStorage(s3, bucket),
        isNeeded: (accountId, id) =>
          hasLiveRenderOrOpenBatch({ renders, batches: batchRepository(table) }, accountId, id),
        clock,
      };
      const due = await allDue(deps.tombstones.listDue, formatUtcTimestamp(clock()));
      const own = due.filter(({ remains }) => 'timeline_id' in remains && remains.timeline_id === timelineId);
      for (const tombstone of own) await processTombstone(deps, tombstone);
      return own.length;
    });
  } finally {
    s3.destroy();
  }
}
