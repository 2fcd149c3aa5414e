import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredSpeech } from '#features/narration/public.ts';
import type { Log } from '#kernel/shared/log.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type CacheArtifactsDeps, cacheArtifactFile } from './cache-artifacts.ts';
import type { ArtifactOrigin } from './cached-artifact.ts';
import { encodeSoundParts } from './make-sound.ts';
import { contentHash } from './plan/clip-content-address.ts';
import { planSingleSpeechSoundtrack } from './plan/soundtrack-plan.ts';
import type { VideoPartEncoder, WithTemporaryDirectory } from './ports.ts';

/** Dependencies of the encoding of new speech. */
export interface EncodeSpeechAheadDeps extends CacheArtifactsDeps {
  maker: Pick<VideoPartEncoder, 'encodeSoundtrackParts'>;
  workspace: WithTemporaryDirectory;
  /** Identifies the build of the encoder. */
  encoder(): Promise<string>;
  log: Log;
}

/** Speech that was just synthesized. */
export interface NewlySynthesizedSpeech {
  speech: Pick<StoredSpeech, 'hash' | 'duration_seconds'>;
  /** The bytes of its WAV file. */
  wav: Uint8Array;
}

/**
 * Encodes new speech as the parts of the sound of an MP4 without music, and caches them, all parts of one call in one file. A failure is
 * logged and not thrown: a render encodes what it does not find, and writes the same bytes.
 */
export async function encodeAndCacheNewSpeech(
  deps: EncodeSpeechAheadDeps,
  owner: ArtifactOrigin,
  newSpeech: readonly NewlySynthesizedSpeech[],
  signal: AbortSignal,
): Promise<void> {
  try {
    const encoder = await deps.encoder();
    const plannedSounds = newSpeech.flatMap(({ speech }) => planSingleSpeechSoundtrack(speech, encoder));
    await deps.workspace(async (directory) => {
      const paths = new Map<string, string>();
      for (const [index, { speech, wav }] of newSpeech.entries()) {
        const path = join(directory, `speech-${index}.wav`);
        await writeFile(path, wav);
        paths.set(speech.hash, path);
      }
      const fileOf = (hash: string): string => paths.get(hash) ?? '';
      const { file, parts } = await encodeSoundParts(deps.maker, plannedSounds, fileOf, directory, signal);
      // The key is a hash of the parts in their order, so that all workers that make the file write the same bytes.
      const name = contentHash(...parts.map((part) => part.name));
      await cacheArtifactFile(deps, owner, storageKeys.encodedSpeech(owner.account_id, name), file, parts);
    });
  } catch (error) {
    if (!signal.aborted)
      deps.log.warn('speech not encoded ahead', {
        account_id: owner.account_id,
        timeline_id: owner.timeline_id,
        error,
      });
  }
}
