import { accountRepository } from '#adapters/aws/accounts/account-repository.ts';
import { invitationRepository } from '#adapters/aws/accounts/invitation-repository.ts';
import { usageRepository } from '#adapters/aws/accounts/usage-repository.ts';
import { createAwsClients } from '#adapters/aws/clients.ts';
import { createLambdaDecoder } from '#adapters/aws/decoder.ts';
import { tombstoneRepository } from '#adapters/aws/erasure/tombstone-repository.ts';
import { fairQueueRepository } from '#adapters/aws/fair-queue/fair-queue-repository.ts';
import { fontRepository } from '#adapters/aws/fonts/font-repository.ts';
import { imageFetchRepository } from '#adapters/aws/images/image-fetch-repository.ts';
import { deckImportRepository } from '#adapters/aws/imports/deck-import-repository.ts';
import { narrationCharacterCountRepository } from '#adapters/aws/narration/narration-character-count-repository.ts';
import { slideAudioRepository } from '#adapters/aws/narration/slide-audio-repository.ts';
import { speechRepository } from '#adapters/aws/narration/speech-repository.ts';
import {
  createBatchRowStartQueue,
  createDeliveryQueue,
  createImageFetchQueue,
  createImportQueue,
  createRenderTaskQueue,
  createVoiceSampleQueue,
  poolMessageSender,
} from '#adapters/aws/queues.ts';
import { batchRepository } from '#adapters/aws/renders/batch-repository.ts';
import { cachedArtifactRepository } from '#adapters/aws/renders/cached-artifact-repository.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { reusableVideoRepository } from '#adapters/aws/renders/reusable-video-repository.ts';
import { idempotencyRepository } from '#adapters/aws/requests/idempotency-repository.ts';
import { requestRateCountRepository } from '#adapters/aws/requests/request-rate-count-repository.ts';
import { kmsSecretBox, secretBoxWithKeyFile } from '#adapters/aws/secret-box.ts';
import { s3BucketStorage } from '#adapters/aws/storage.ts';
import { sweepCursorRepository } from '#adapters/aws/table/sweep-cursor-repository.ts';
import { Table } from '#adapters/aws/table/table.ts';
import { checkOrMarkTableFormat } from '#adapters/aws/table/table-format-version.ts';
import { customTemplateRepository } from '#adapters/aws/templates/custom-template-repository.ts';
import { decoderSlotRepository } from '#adapters/aws/timelines/decoder-slot-repository.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { uploadRepository } from '#adapters/aws/timelines/upload-repository.ts';
import { createLambdaVideoDecoder } from '#adapters/aws/video-decoder.ts';
import { deliveryRepository } from '#adapters/aws/webhooks/delivery-repository.ts';
import { outboxRepository } from '#adapters/aws/webhooks/outbox-repository.ts';
import { webhookRepository } from '#adapters/aws/webhooks/webhook-repository.ts';
import { createInMemoryRateCounter } from '#front/api/create-in-memory-rate-counter.ts';
import { cursorScopeOf } from '#kernel/contract/pagination.ts';
import { systemClock } from '#kernel/shared/clock.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import type { FairQueueDeps } from '#platform/fair-queue/enqueue.ts';
import { fairRenderTaskQueue, fairSlideAudioQueue } from './fair-queue.ts';
import { lazy } from './lazy.ts';
import { recordClientCalls } from './recorded-client.ts';
import { functionConfig } from './settings.ts';

export { functionConfig as config };

/** Repositories, queues and storage that all kinds of functions use, built once for each process, at first use. */
export const sharedServices = lazy(() => {
  const settings = functionConfig();
  const clients = createAwsClients(settings.endpoint !== undefined, settings.publicMediaUrl);
  for (const client of Object.values(clients)) recordClientCalls(client);
  const table = new Table(settings.tableName, clients.dynamodb);
  const secretBox = () => {
    if (settings.secretsKmsKeyId !== undefined) return kmsSecretBox(clients.kms, settings.secretsKmsKeyId);
    if (settings.secretsKeyFile !== undefined) return secretBoxWithKeyFile(settings.secretsKeyFile);
    throw new Error('Neither SECRETS_KMS_KEY_ID nor SECRETS_KEY_FILE is set.');
  };
  const secrets = lazy(secretBox);
  const files = s3BucketStorage(clients.s3, settings.bucketName, clients.presigner);
  const fairQueue: FairQueueDeps = {
    store: fairQueueRepository(table),
    shares: settings.poolShares,
    sendAll: poolMessageSender(clients.sqs, settings.queues),
    clock: systemClock,
  };
  const timelines = timelineRepository(table);
  let isFormatChecked = false;
  const scopeOf = (name: string) => {
    if (settings.cursorKey === undefined) throw new Error('CURSOR_KEY is not set.');
    return cursorScopeOf(settings.cursorKey, name);
  };
  return {
    clients,
    table,
    async checkTableFormat(): Promise<void> {
      // A deployed table without a version mark is new: all versions that were ever deployed wrote one.
      if (!isFormatChecked) await checkOrMarkTableFormat(table, async () => true);
      isFormatChecked = true;
    },
    clock: systemClock,
    scopeOf,
    accounts: accountRepository(table),
    invitations: invitationRepository(table),
    timelines,
    imports: deckImportRepository(table, timelines),
    imageFetches: imageFetchRepository(table),
    templates: customTemplateRepository(table),
    fonts: fontRepository(table),
    renders: renderRepository(table),
    batches: batchRepository(table),
    speech: speechRepository(table),
    characters: narrationCharacterCountRepository(table),
    artifacts: cachedArtifactRepository(table),
    films: reusableVideoRepository(table),
    webhooks: webhookRepository(table),
    deliveries: deliveryRepository(table),
    outbox: outboxRepository(table),
    uploads: uploadRepository(table),
    decoderSlots: decoderSlotRepository(table),
    tombstones: tombstoneRepository(table),
    usage: usageRepository(table),
    rates: settings.requestCounts === 'process' ? createInMemoryRateCounter() : requestRateCountRepository(table),
    idempotency: idempotencyRepository({ table, files, secrets, clock: systemClock, newToken: createOpaqueToken }),
    files,
    decoder: createLambdaDecoder(clients.lambda, settings.decoderFunction),
    videoDecoder: createLambdaVideoDecoder(clients.longLambda, settings.videoDecoderFunction),
    fairQueue,
    taskQueue: fairRenderTaskQueue(fairQueue, createRenderTaskQueue(clients.sqs, settings.queues)),
    sweepCursors: sweepCursorRepository(table),
    audio: slideAudioRepository(table),
    audioQueue: fairSlideAudioQueue(fairQueue),
    voiceSampleQueue: createVoiceSampleQueue(clients.sqs, settings.queues),
    batchQueue: createBatchRowStartQueue(clients.sqs, settings.queues),
    importQueue: createImportQueue(clients.sqs, settings.queues),
    imageFetchQueue: createImageFetchQueue(clients.sqs, settings.queues),
    deliveryQueue: createDeliveryQueue(clients.sqs, settings.queues),
    secrets,
  };
});
