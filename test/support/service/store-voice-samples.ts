import { bucketClient } from '#adapters/aws/clients.ts';
import { s3BucketStorage } from '#adapters/aws/storage.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { voiceSampleOf } from '#features/narration/voice-sample.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';

/** The language whose voices have no sample at first: a test lets the service make them. */
export const WITHOUT_SAMPLES = 'es';

/**
 * Gives the voices of a running service samples, without sound. Otherwise every list of voices has ten of them spoken and
 * waits 1.5 s for them: minutes of work next to tests that are about something else.
 */
export async function storeVoiceSamples(environment: Readonly<Record<string, string>>): Promise<void> {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '', BUCKET_NAME: bucket = '' } = environment;
  const s3 = bucketClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
  try {
    const files = s3BucketStorage(s3, bucket);
    const voices = espeakIdentity.voices().filter(({ language }) => language.split('-')[0] !== WITHOUT_SAMPLES);
    await forEachConcurrent(voices, 8, async (voice) => {
      await files.putBytes(voiceSampleOf(espeakIdentity, voice).key, new Uint8Array(1), 'audio/mpeg');
    });
  } finally {
    s3.destroy();
  }
}
