import { parentPort, workerData } from 'node:worker_threads';
import { SpeechError } from '../engine.ts';
import { joinSentences } from '../join-sentences.ts';
import { levelSpeechAtOnce } from '../level-speech.ts';
import type { EspeakJob, EspeakResult, EspeakTooLong } from './espeak.ts';
import { type LoadedEspeak, loadEspeak } from './espeak-program.ts';
import { startedWords } from './espeak-words.ts';
import { sentenceClipsOf, utterancesOf, wordsOf } from './utterance.ts';
import { utteranceMarks } from './utterance-marks.ts';

// The thread of `createEspeakEngine`: speaks one EspeakJob after another, with a program that is loaded once. Any error except `too_long`
// ends the thread, and the engine starts another one.

function speak(program: LoadedEspeak, { script, speed, ...run }: EspeakJob): EspeakResult {
  const { sampleRate, clips, words } = program.run(run);
  const spoken = utterancesOf(script).map((utterance, index) => {
    const pcm = clips[index] ?? new Int16Array(0);
    const text = { line: run.lines[index] ?? '', said: wordsOf(utterance), isMarkup: run.isMarkup };
    return { pcm, marks: utteranceMarks(pcm, sampleRate, startedWords(words[index] ?? [], text)) };
  });
  const { pcm, sentences } = joinSentences(sentenceClipsOf(script, spoken), sampleRate, speed);
  return { pcm: levelSpeechAtOnce(pcm, sampleRate), sentences };
}

const program = loadEspeak(workerData as WebAssembly.Module);

parentPort?.on('message', async (job: EspeakJob) => {
  const loaded = await program;
  try {
    const result = speak(loaded, job);
    parentPort?.postMessage(result, [result.pcm.buffer]);
  } catch (error) {
    if (!(error instanceof SpeechError && error.code === 'too_long')) throw error;
    // An error loses its class between threads.
    const tooLong: EspeakTooLong = 'too_long';
    parentPort?.postMessage(tooLong);
  }
});
