import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredSpeech } from '../narration/public.ts';
import type { Log } from '../shared/log.ts';
import { storageKeys } from '../shared/storage-keys.ts';
import { type CacheArtifactsDeps, storeArtifacts } from './cache-artifacts.ts';
import { makeSoundParts } from './make-sound.ts';
import { planSpeechSound } from './plan/soundtrack-plan.ts';
import type { VideoMaker, WithDirectory } from './ports.ts';

export interface EncodeSpeechAheadDeps extends CacheArtifactsDeps {
  maker: Pick<VideoMaker, 'encodeSoundtrackPart'>;
  workspace: WithDirectory;
  /** Tells builds of the encoder apart. */
  encoder(): Promise<string>;
  log: Log;
}

/**
 * Encodes speech as soon as it is spoken, as the parts of the sound that it is in every MP4 without music. They lie among the
 * cached artifacts, where renders look for them. Killed anywhere, or failed, it leaves nothing that matters: a render
 * encodes what it does not find, and writes the same bytes.
 * @param wav the file of the speech
 */
export async function encodeSpeechAhead(
  deps: EncodeSpeechAheadDeps,
  accountId: string,
  speech: Pick<StoredSpeech, 'hash' | 'duration_seconds'>,
  wav: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  try {
    const sound = planSpeechSound(speech, await deps.encoder());
    const [first] = sound.parts;
    if (first === undefined) return;
    await deps.workspace(async (directory) => {
      const path = join(directory, 'speech.wav');
      await writeFile(path, wav);
      const files = { fileOf: () => path, fetch: async () => undefined };
      const indexes = sound.parts.map((_, index) => index);
      const { file, parts } = await makeSoundParts(deps.maker, files, sound, indexes, directory, signal);
      await storeArtifacts(deps, accountId, storageKeys.encodedSpeech(accountId, first), file, parts);
    });
  } catch (error) {
    if (!signal.aborted) deps.log.warn('speech not encoded ahead', { account_id: accountId, error });
  }
}
