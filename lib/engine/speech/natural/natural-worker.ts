import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createSpeechLengthCounter } from '../check-speech-length.ts';
import { SpeechError } from '../engine.ts';
import { hasSpokenWords } from '../engines/plan-requested-speech.ts';
import { sentenceClipsOf, type UtteranceSound, utterancesOf } from '../engines/utterance.ts';
import { type JoinedSpeech, joinSentenceClips } from '../join-sentence-clips.ts';
import { normalizeSpeechLoudnessSync } from '../normalize-speech-loudness.ts';
import { createVoiceModel } from './acoustics/voice-model.ts';
import type { NaturalSpeechJob, NaturalSpeechResult } from './natural.ts';
import { loadPhonemeData } from './phonemes/phoneme-data.ts';
import { createPhonemizer } from './phonemes/phonemizer.ts';
import { type LoadedNaturalVoice, NATURAL_MODEL_SAMPLE_RATE_HZ, speakUtterance } from './speak-utterance.ts';

// The thread of `createNaturalSpeechEngine`: speaks one NaturalSpeechJob after another, with a voice that is loaded once. Any error except
// `too_long` ends the thread, and the engine starts another one.

async function loadVoice(folder: string): Promise<LoadedNaturalVoice> {
  // Other threads read and unpack files while this one prepares those that have arrived.
  const [data, model] = await Promise.all([
    loadPhonemeData(folder),
    readFile(join(folder, 'hibari.onnx')).then(createVoiceModel),
  ]);
  return { phonemize: createPhonemizer(data), vocabulary: data.vocabulary, model };
}

function speak(voice: LoadedNaturalVoice, { script, speed }: NaturalSpeechJob): JoinedSpeech {
  const countLength = createSpeechLengthCounter();
  const sounds = utterancesOf(script).map((utterance): UtteranceSound => {
    if (!hasSpokenWords(utterance)) return { pcm: new Int16Array(0) };
    const sound = speakUtterance(voice, utterance, speed);
    countLength(sound.pcm.length, NATURAL_MODEL_SAMPLE_RATE_HZ);
    return sound;
  });
  const { pcm, sentences } = joinSentenceClips(sentenceClipsOf(script, sounds), NATURAL_MODEL_SAMPLE_RATE_HZ, speed);
  return { pcm: normalizeSpeechLoudnessSync(pcm, NATURAL_MODEL_SAMPLE_RATE_HZ), sentences };
}

const loading = loadVoice(String(workerData));

parentPort?.on('message', async (job: NaturalSpeechJob) => {
  const voice = await loading;
  try {
    const result = speak(voice, job);
    parentPort?.postMessage(result, [result.pcm.buffer]);
  } catch (error) {
    if (!(error instanceof SpeechError && error.code === 'too_long')) throw error;
    // An error loses its class between threads.
    const tooLong: NaturalSpeechResult = 'too_long';
    parentPort?.postMessage(tooLong);
  }
});
