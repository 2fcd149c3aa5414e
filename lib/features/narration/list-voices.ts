import type { z } from 'zod';
import type { SpeechEngineIdentity, SpeechEngineVoice } from '#engine/speech/engine.ts';
import { SPEECH_ENGINE_FACTS } from '#engine/speech/engine-facts.ts';
import { engineOfVoice } from '#engine/speech/engines/combined-engine.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import type { Log } from '#kernel/shared/log.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { voiceAnswerSchema } from './contract.ts';
import type { VoiceSampleQueue } from './ports.ts';
import { type VoiceSample, voiceSampleOf } from './voice-sample.ts';

/** A voice in answers. */
export type VoiceAnswer = z.output<typeof voiceAnswerSchema>;

/** Dependencies of the list of voices. */
export interface ListVoicesWithSamplesDeps {
  engine: SpeechEngineIdentity;
  files: {
    /** The size of a file in bytes; undefined when it does not exist. */
    sizeOf(key: string): Promise<number | undefined>;
    /** A URL that gives the file for one hour. */
    presignGet(key: string): Promise<string>;
  };
  queue: VoiceSampleQueue;
  clock: Clock;
  wait(milliseconds: number): Promise<void>;
  /** Keys of samples that are known to exist. Samples are never deleted, so keys are only added. */
  known: Set<string>;
  /** Time at which this process last requested a sample, by its key. */
  asked: Map<string, Date>;
  log: Log;
}

/** The maximum number of samples whose files are checked at the same time. */
const CHECK_CONCURRENCY = 16;
/** Waits before each check for missing samples, in milliseconds: 1.5 s in all. */
const CHECK_WAITS_MS = [200, 300, 400, 600];
/**
 * The maximum number of samples that one list requests; the next list requests more. The limit is needed because narration waits behind
 * samples in the same queue, and the samples of all voices take half a minute.
 */
const MAX_REQUESTED_SAMPLES = 10;
/** Seconds in which a process requests the same sample at most once, because the message of the first request may still be in the queue. */
const REPEAT_REQUEST_SECONDS = 60;

/** The samples that do not exist yet. */
async function findMissingSamples(
  { known, files }: ListVoicesWithSamplesDeps,
  samples: readonly VoiceSample[],
): Promise<VoiceSample[]> {
  const unconfirmedSamples = samples.filter(({ key }) => !known.has(key));
  await forEachConcurrent(unconfirmedSamples, CHECK_CONCURRENCY, async ({ key }) => {
    if ((await files.sizeOf(key)) !== undefined) known.add(key);
  });
  return unconfirmedSamples.filter(({ key }) => !known.has(key));
}

/** Sends requests for samples to the narration workers, which have the voices. */
async function requestSamples(
  { queue, clock, asked }: ListVoicesWithSamplesDeps,
  samples: readonly VoiceSample[],
): Promise<void> {
  const now = clock();
  const repeatThreshold = new Date(now.getTime() - REPEAT_REQUEST_SECONDS * 1000);
  const dueSamples = samples
    .filter(({ key }) => (asked.get(key) ?? repeatThreshold) <= repeatThreshold)
    .slice(0, MAX_REQUESTED_SAMPLES);
  if (dueSamples.length === 0) return;
  for (const { key } of dueSamples) asked.set(key, now);
  try {
    await queue.ask(dueSamples.map(({ voice }) => voice.id));
  } catch (error) {
    for (const { key } of dueSamples) asked.delete(key);
    throw error;
  }
}

/** Checks which samples of a list exist, requests the missing ones, and waits up to 1.5 s for them. Never throws. */
async function ensureSamples(deps: ListVoicesWithSamplesDeps, samples: readonly VoiceSample[]): Promise<void> {
  try {
    let missingSamples = await findMissingSamples(deps, samples);
    await requestSamples(deps, missingSamples);
    for (const milliseconds of CHECK_WAITS_MS) {
      if (missingSamples.length === 0) return;
      await deps.wait(milliseconds);
      missingSamples = await findMissingSamples(deps, missingSamples);
    }
  } catch (error) {
    deps.log.error('samples of voices could not be looked for', { error });
  }
}

/** Voices in answers. Missing samples are requested; those that are not made within 1.5 s are null. */
export async function listVoicesWithSamples(
  deps: ListVoicesWithSamplesDeps,
  voices: readonly SpeechEngineVoice[],
): Promise<VoiceAnswer[]> {
  const { engine, files, known } = deps;
  const samples = voices.map((voice) => voiceSampleOf(engine, voice));
  await ensureSamples(deps, samples);
  return Promise.all(
    samples.map(async ({ voice, text, key }) => {
      const engineId = engineOfVoice(engine, voice.id).id;
      const sample = known.has(key) ? { text, url: await files.presignGet(key) } : null;
      return {
        id: voice.id,
        name: voice.name,
        language: voice.language,
        other_languages: [...(voice.other_languages ?? [])],
        gender: voice.gender ?? null,
        engine: engineId,
        quality: ownPropertyValue(SPEECH_ENGINE_FACTS, engineId)?.quality ?? null,
        variants: voice.variants,
        sample,
        sample_url: sample?.url ?? null,
      };
    }),
  );
}
