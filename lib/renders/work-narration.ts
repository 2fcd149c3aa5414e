import { type Clock, timestamp } from '../clock.ts';
import { type NarrationEngine, SpeechError } from '../narration/engine.ts';
import type { SpeechStore } from '../narration/ports.ts';
import { encodeWav } from '../narration/wav.ts';
import { storageKeys } from '../storage-keys.ts';
import { RenderFailure } from './failure.ts';
import type { FileStore } from './ports.ts';
import type { Work } from './run-unit.ts';
import { readSnapshot } from './snapshot.ts';
import type { UnitResult } from './unit.ts';
import type { PrepareTools } from './work-prepare.ts';

export interface NarrationTools {
  clock: Clock;
  files: FileStore;
  speech: SpeechStore;
  addressOf: PrepareTools['addressOf'];
  speak(request: Parameters<NarrationEngine['speak']>[0], signal: AbortSignal): ReturnType<NarrationEngine['speak']>;
}

/** Speaks the notes of one slide. The file is written before the record that names it, both under the content's address. */
export async function narrateSlide(tools: NarrationTools, { render, unit, signal }: Work): Promise<UnitResult> {
  const { settings, slides } = await readSnapshot(tools.files, render);
  const position = unit.share?.first ?? 0;
  const slide = slides[position];
  const address = slide && tools.addressOf(slide, settings);
  if (!address || address.hash !== unit.speech_hash)
    throw new RenderFailure('narration_failed', `The narration of slide ${position + 1} could not be made.`);
  try {
    const spoken = await tools.speak(address.request, signal);
    const key = storageKeys.speech(render.account_id, address.hash);
    await tools.files.putBytes(key, encodeWav(spoken.pcm, spoken.sampleRate), 'audio/wav');
    await tools.speech.keep(
      render.account_id,
      {
        hash: address.hash,
        key,
        duration_seconds: spoken.durationSeconds,
        sentences: spoken.sentences,
      },
      { characters: [...address.request.text].length, at: timestamp(tools.clock()) },
    );
    return { key };
  } catch (error) {
    // What the engine did not manage it may manage at the next attempt; the rest lies in what it was asked for.
    if (!(error instanceof SpeechError) || error.code === 'engine_failed') throw error;
    throw new RenderFailure('narration_failed', `The narration of slide ${position + 1} could not be made.`, {
      cause: error,
    });
  }
}
