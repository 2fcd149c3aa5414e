import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredSpeech } from '#features/narration/public.ts';
import type { Log } from '#kernel/shared/log.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type CacheArtifactsDeps, storeArtifacts } from './cache-artifacts.ts';
import type { ArtifactMaker } from './cached-artifact.ts';
import { encodeSoundParts } from './make-sound.ts';
import { contentHash } from './plan/clip-names.ts';
import { planSpeechSound } from './plan/soundtrack-plan.ts';
import type { VideoMaker, WithDirectory } from './ports.ts';

export interface EncodeSpeechAheadDeps extends CacheArtifactsDeps {
  maker: Pick<VideoMaker, 'encodeSoundtrackParts'>;
  workspace: WithDirectory;
  /** Identifies the build of the encoder. */
  encoder(): Promise<string>;
  log: Log;
}

/** Speech that was just spoken. */
export interface NewSpeech {
  speech: Pick<StoredSpeech, 'hash' | 'duration_seconds'>;
  /** The file of the speech. */
  wav: Uint8Array;
}

/**
 * Encodes speech as soon as it is spoken, as the parts of the sound that it is in every MP4 without music. They lie among the
 * cached artifacts, where renders look for them; those of one call in one file. Killed anywhere, or failed, it leaves nothing
 * that matters: a render encodes what it does not find, and writes the same bytes.
 */
export async function encodeSpeechAhead(
  deps: EncodeSpeechAheadDeps,
  maker: ArtifactMaker,
  spoken: readonly NewSpeech[],
  signal: AbortSignal,
): Promise<void> {
  try {
    const encoder = await deps.encoder();
    const planned = spoken.flatMap(({ speech }) => planSpeechSound(speech, encoder));
    await deps.workspace(async (directory) => {
      const paths = new Map<string, string>();
      for (const [place, { speech, wav }] of spoken.entries()) {
        const path = join(directory, `speech-${place}.wav`);
        await writeFile(path, wav);
        paths.set(speech.hash, path);
      }
      const fileOf = (hash: string): string => paths.get(hash) ?? '';
      const { file, parts } = await encodeSoundParts(deps.maker, planned, fileOf, directory, signal);
      // Named by all that is in the file, in its order: every worker that makes it writes the same bytes.
      const name = contentHash(...parts.map((part) => part.name));
      await storeArtifacts(deps, maker, storageKeys.encodedSpeech(maker.account_id, name), file, parts);
    });
  } catch (error) {
    if (!signal.aborted)
      deps.log.warn('speech not encoded ahead', {
        account_id: maker.account_id,
        timeline_id: maker.timeline_id,
        error,
      });
  }
}
