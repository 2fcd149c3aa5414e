import type { z } from 'zod';
import type { Log } from '../log.ts';
import { storageKeys } from '../storage-keys.ts';
import { eachOf } from '../together.ts';
import type { voiceAnswer } from './contract.ts';
import type { EngineVoice, NarrationEngine, NarratorIdentity } from './engine.ts';
import { sampleText } from './sample-text.ts';
import { speechAddress } from './speech-address.ts';
import { encodeWav } from './wav.ts';

export type VoiceAnswer = z.output<typeof voiceAnswer>;

export interface ShowVoicesTools {
  engine: NarratorIdentity;
  files: {
    /** undefined when there is no such file. */
    sizeOf(key: string): Promise<number | undefined>;
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
    /** A URL that gives the file for one hour. */
    presignGet(key: string): Promise<string>;
  };
  speak(request: Parameters<NarrationEngine['speak']>[0], signal: AbortSignal): ReturnType<NarrationEngine['speak']>;
  toMp3(wav: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** Ends the making of samples, in time for an answer. */
  deadline(): AbortSignal;
  /** Samples that this process knows to exist, by their keys. They are never deleted, so that nothing is forgotten. */
  known: Set<string>;
  log: Log;
}

/** Samples of one list that are looked for at once, and that are made at once: a voice takes a core. */
const LOOKED_FOR_AT_ONCE = 16;
const MADE_AT_ONCE = 2;

interface Sample {
  voice: EngineVoice;
  text: string;
  key: string;
}

function sampleOf(engine: NarratorIdentity, voice: EngineVoice): Sample {
  const text = sampleText(voice.language);
  const { hash } = speechAddress(engine, { text, language: voice.language, voice: voice.id, speed: 1 });
  return { voice, text, key: storageKeys.voiceSample(engine.id, hash) };
}

/** Two who do this at once, or one who is killed and begins again, put the same sound under the same key. */
async function make(tools: ShowVoicesTools, { voice, text, key }: Sample, signal: AbortSignal): Promise<void> {
  const spoken = await tools.speak({ text, language: voice.language, voice: voice.id, speed: 1 }, signal);
  const mp3 = await tools.toMp3(encodeWav(spoken.pcm, spoken.sampleRate), signal);
  await tools.files.putBytes(key, mp3, 'audio/mpeg');
  tools.known.add(key);
}

/** Finds the samples of a list, and makes as many of the missing ones as there is time for. Never throws. */
async function provide(tools: ShowVoicesTools, samples: readonly Sample[]): Promise<void> {
  const { known, files, log } = tools;
  const signal = tools.deadline();
  const missing: Sample[] = [];
  const unknown = samples.filter(({ key }) => !known.has(key));
  try {
    await eachOf(unknown, LOOKED_FOR_AT_ONCE, async (sample) => {
      if ((await files.sizeOf(sample.key)) === undefined) missing.push(sample);
      else known.add(sample.key);
    });
  } catch (error) {
    log.error('samples of voices could not be looked for', { error });
    return;
  }
  await eachOf(missing, MADE_AT_ONCE, async (sample) => {
    if (signal.aborted) return;
    try {
      await make(tools, sample, signal);
    } catch (error) {
      if (!signal.aborted) log.warn('the sample of a voice could not be made', { voice: sample.voice.id, error });
    }
  });
}

/** Voices as clients see them. Samples are made for the first who is shown them; what is not ready in time is null. */
export async function showVoices(tools: ShowVoicesTools, voices: readonly EngineVoice[]): Promise<VoiceAnswer[]> {
  const { engine, files, known } = tools;
  const samples = voices.map((voice) => sampleOf(engine, voice));
  await provide(tools, samples);
  return Promise.all(
    samples.map(async ({ voice, text, key }) => ({
      id: voice.id,
      name: voice.name,
      language: voice.language,
      other_languages: [...(voice.other_languages ?? [])],
      gender: voice.gender ?? null,
      engine: engine.id,
      variants: voice.variants,
      sample: known.has(key) ? { text, url: await files.presignGet(key) } : null,
    })),
  );
}
