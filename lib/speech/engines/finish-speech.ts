import type { FfmpegRuntime } from '../../video/ffmpeg/run.ts';
import { SAMPLE_RATE } from '../../video/settings.ts';
import { type Speech, SpeechError } from '../engine.ts';
import type { JoinedSpeech } from '../join-sentences.ts';
import { levelSpeech } from '../level-speech.ts';

/** Levels joined clips to speech as it is stored. @throws SpeechError `no_speech` when no clip had sound. */
export async function finishSpeech(
  { pcm: joined, sentences }: JoinedSpeech,
  sampleRate: number,
  runtime: FfmpegRuntime,
): Promise<Speech> {
  if (sentences.length === 0) throw new SpeechError('no_speech', 'The text has nothing that can be spoken.');
  const pcm = await levelSpeech(joined, sampleRate, runtime);
  return { sampleRate: SAMPLE_RATE, pcm, sentences, durationSeconds: pcm.length / 2 / SAMPLE_RATE };
}
