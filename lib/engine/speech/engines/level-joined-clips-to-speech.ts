import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import { SpeechError, type SpokenSentence, type SynthesizedSpeech } from '../engine.ts';
import type { JoinedSpeech } from '../join-sentence-clips.ts';
import { normalizeSpeechLoudness } from '../normalize-speech-loudness.ts';

/** Bytes of a sample of 16 bits. */
const BYTES_PER_SAMPLE = 2;

/**
 * Speech as it is stored, of samples that have its loudness already.
 * @param pcm mono, 48 kHz, signed 16 bit, little endian
 * @throws SpeechError `no_speech` when there are no sentences: no clip had sound
 */
export function speechOfNormalizedPcm(pcm: Buffer, sentences: SpokenSentence[]): SynthesizedSpeech {
  if (sentences.length === 0) throw new SpeechError('no_speech', 'The text has nothing that can be spoken.');
  const durationSeconds = pcm.length / BYTES_PER_SAMPLE / SOUND_SAMPLE_RATE;
  return { sampleRate: SOUND_SAMPLE_RATE, pcm, sentences, durationSeconds };
}

/**
 * Brings joined clips to the loudness and the sample rate of stored speech.
 * @param sampleRate of the clips, in Hz
 * @throws SpeechError `no_speech` when no clip had sound; the signal's reason after an abort
 */
export async function levelJoinedClipsToSpeech(
  { pcm, sentences }: JoinedSpeech,
  sampleRate: number,
  signal: AbortSignal | undefined,
): Promise<SynthesizedSpeech> {
  return speechOfNormalizedPcm(await normalizeSpeechLoudness(pcm, sampleRate, signal), sentences);
}
