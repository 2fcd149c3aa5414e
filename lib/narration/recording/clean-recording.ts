import type { DecodedAudio } from '../../audio-decoding/decoded-audio.ts';
import { ServiceError } from '../../shared/errors.ts';
import { levelSpeech } from '../../speech/level-speech.ts';
import type { FfmpegRuntime } from '../../video/ffmpeg/run.ts';
import { SAMPLE_RATE } from '../../video/settings.ts';
import { mixToMono } from './mix-to-mono.ts';
import { trimRecording } from './trim-recording.ts';

/** Shorter than this, there is no word in it. */
const MIN_SECONDS = 0.2;
/** At both ends, where the noise of the room begins and ends: a part of what trimming left there. */
const FADE_SECONDS = 0.02;

const unheard = (message: string): ServiceError => new ServiceError('audio_invalid', message, { param: 'audio' });

/**
 * Makes of a recording what speech is here: mono, 48 kHz, without silence at its ends, −16 LUFS (less where it would take
 * more than 30 dB: that would be noise) and at most −1.5 dBTP.
 * @returns signed 16 bit, little endian.
 * @throws ServiceError `audio_invalid` where nothing can be heard; FfmpegError; the signal's reason after an abort.
 */
export async function cleanRecording({ channels, sampleRate }: DecodedAudio, runtime: FfmpegRuntime): Promise<Buffer> {
  const heard = trimRecording(mixToMono(channels), sampleRate);
  if (!heard) throw unheard('Nothing can be heard in it.');
  if (heard.length < MIN_SECONDS * sampleRate) throw unheard(`A recording has at least ${MIN_SECONDS} seconds.`);
  const pcm = await levelSpeech(to16Bit(heard), sampleRate, runtime);
  fadeEnds(pcm);
  return pcm;
}

// Before levelling, which may amplify by 30 dB: what 16 bit leave out is then still 68 dB below full scale.
function to16Bit(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < pcm.length; i++)
    pcm[i] = Math.max(-32768, Math.min(32767, Math.round((samples[i] ?? 0) * 32768)));
  return pcm;
}

function fadeEnds(pcm: Buffer): void {
  const samples = pcm.length / 2;
  const length = Math.min(Math.round(FADE_SECONDS * SAMPLE_RATE), samples >> 1);
  for (let i = 0; i < length; i++)
    for (const at of [i, samples - 1 - i]) pcm.writeInt16LE(Math.round((pcm.readInt16LE(at * 2) * i) / length), at * 2);
}
