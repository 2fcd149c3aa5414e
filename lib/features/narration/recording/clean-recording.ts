import type { DecodedAudio } from '#engine/audio-decoding/decoded-audio.ts';
import { normalizeSpeechLoudness } from '#engine/speech/normalize-speech-loudness.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { mixToMono } from './mix-to-mono.ts';
import { trimRecording } from './trim-recording.ts';

/** Minimum length in seconds of a recording that can have a word. */
const MIN_SECONDS = 0.2;
/** Fade at both ends in seconds, shorter than the margin that trimming leaves, so that background noise does not start with a click. */
const FADE_SECONDS = 0.02;

const inaudibleRecordingError = (message: string): ServiceError =>
  new ServiceError('audio_invalid', message, { param: 'audio' });

/**
 * Converts a recording to stored speech: mono, 48 kHz, without silence at its ends, −16 LUFS and at most −1.5 dBTP. The gain is at most 30
 * dB, because more would amplify noise; a very quiet recording stays below −16 LUFS.
 * @returns samples of signed 16 bit, little endian
 * @throws ServiceError `audio_invalid` when it is silent or too short; the signal's reason after an abort
 */
export async function cleanRecording({ channels, sampleRate }: DecodedAudio, signal?: AbortSignal): Promise<Buffer> {
  const trimmedSamples = trimRecording(mixToMono(channels), sampleRate);
  if (!trimmedSamples) throw inaudibleRecordingError('The recording is silent.');
  if (trimmedSamples.length < MIN_SECONDS * sampleRate)
    throw inaudibleRecordingError(`The recording is shorter than ${MIN_SECONDS} seconds.`);
  const pcm = await normalizeSpeechLoudness(to16Bit(trimmedSamples), sampleRate, signal);
  fadeEnds(pcm);
  return pcm;
}

/** Rounds samples to 16 bit. Levelling comes later and may amplify by 30 dB; the rounding noise is then still 68 dB below full scale. */
function to16Bit(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < pcm.length; i++)
    pcm[i] = Math.max(-32768, Math.min(32767, Math.round((samples[i] ?? 0) * 32768)));
  return pcm;
}

/** Fades both ends of the sound in place, linearly. */
function fadeEnds(pcm: Buffer): void {
  const sampleCount = pcm.length / 2;
  const fadeLength = Math.min(Math.round(FADE_SECONDS * SOUND_SAMPLE_RATE), sampleCount >> 1);
  for (let i = 0; i < fadeLength; i++)
    for (const index of [i, sampleCount - 1 - i])
      pcm.writeInt16LE(Math.round((pcm.readInt16LE(index * 2) * i) / fadeLength), index * 2);
}
