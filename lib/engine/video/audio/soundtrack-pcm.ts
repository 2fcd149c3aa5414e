import type { DecodedMusicFile } from './decoded-music-file.ts';
import { fillMusicGains, type MusicGainCurves, planMusicGainCurves } from './ducking.ts';
import type { DecodedFootageSound } from './footage-sound.ts';
import { generateSpeechTrackPcm, type ScheduledSpeechCue, scheduleSpeechCues } from './generate-speech-track-pcm.ts';
import { musicLoopCrossfadeSamples, musicLoopPeriodSamples, musicLoopPosition } from './music-loop.ts';
import {
  cutCuesToAudibleParts,
  PCM_FULL_SCALE,
  type SoundtrackMusic,
  type SoundtrackSpan,
  type SoundtrackSpec,
  soundtrackChannels,
  soundtrackCuesWithin,
} from './soundtrack.ts';

/** The number of samples per channel that are mixed at a time. */
const CHUNK_SAMPLES = 1 << 15;

/** The speech cues that sound within a span, with their places in their files. @throws WavError, RangeError */
export function speechCuesWithinSpan(
  spec: SoundtrackSpec,
  span: SoundtrackSpan,
  fileOf: (source: string) => string,
): Promise<ScheduledSpeechCue[]> {
  const cues = soundtrackCuesWithin(cutCuesToAudibleParts(spec), span).map(({ source, startSample, endSample }) => ({
    file: fileOf(source),
    startSample,
    samples: endSample - startSample,
  }));
  return scheduleSpeechCues({ cues, totalSamples: spec.totalSamples });
}

/** The decoded sounds under the speech; absent: none. */
export interface DecodedSoundsUnderSpeech {
  musicFile?: DecodedMusicFile | undefined;
  footage?: DecodedFootageSound | undefined;
}

/** Music with its samples, and its gain along the time line. */
interface PlayingMusic {
  music: SoundtrackMusic;
  musicFile: DecodedMusicFile;
  gainCurves: MusicGainCurves;
}

/** The sounds that are mixed with the speech, and the channels of the soundtrack. */
interface MixContext {
  playingMusic: PlayingMusic | undefined;
  footage: DecodedFootageSound | undefined;
  channels: 1 | 2;
}

/** The PCM of a span: speech over the sounds of videos and music, 16 bit, interleaved. Memory does not grow with its length. */
export async function* soundtrackPcm(
  spec: SoundtrackSpec,
  { fromSample, toSample }: SoundtrackSpan,
  speech: readonly ScheduledSpeechCue[],
  { musicFile, footage }: DecodedSoundsUnderSpeech,
): AsyncGenerator<Buffer> {
  const { music } = spec;
  const gainCurves = planMusicGainCurves(spec);
  const playingMusic = music && musicFile && gainCurves ? { music, musicFile, gainCurves } : undefined;
  if (!playingMusic && !footage) {
    yield* generateSpeechTrackPcm(speech, fromSample, toSample);
    return;
  }
  const context: MixContext = { playingMusic, footage, channels: soundtrackChannels(spec) };
  for (let chunkStart = fromSample; chunkStart < toSample; chunkStart += CHUNK_SAMPLES)
    yield await mixSpan(context, speech, chunkStart, Math.min(toSample, chunkStart + CHUNK_SAMPLES));
}

const NO_MUSIC = new Float32Array(0);
const NO_GAIN: MusicGainCurves = { fade: [], duck: [] };

/** The mix of the samples from `fromSample` up to `toSample` (exclusive): 16 bit, interleaved. */
async function mixSpan(
  { playingMusic, footage, channels }: MixContext,
  cues: readonly ScheduledSpeechCue[],
  fromSample: number,
  toSample: number,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of generateSpeechTrackPcm(cues, fromSample, toSample)) pieces.push(piece);
  // Copied, because a view of 16-bit samples has to start at an even address.
  const speech = new Int16Array(new Uint8Array(Buffer.concat(pieces)).buffer);
  const videoSamples = footage && new Float32Array((toSample - fromSample) * channels);
  if (videoSamples) await footage.addTo(videoSamples, fromSample, toSample);
  const { music, musicFile, gainCurves = NO_GAIN } = playingMusic ?? {};
  const musicSamples =
    music && musicFile
      ? upmix(await readPlayedMusic(music, musicFile, fromSample, toSample), music.channels, channels)
      : NO_MUSIC;
  const input = { speech, music: musicSamples, channels, volume: music?.volume ?? 0, gain: gainCurves };
  return Buffer.from(mixSpeechOverSounds({ ...input, footage: videoSamples }, fromSample).buffer);
}

/** Samples with the channels of the soundtrack: mono goes to both. */
function upmix(samples: Float32Array, sourceChannels: 1 | 2, targetChannels: 1 | 2): Float32Array {
  if (sourceChannels === targetChannels) return samples;
  return Float32Array.from(
    { length: samples.length * targetChannels },
    (_, i) => samples[Math.floor(i / targetChannels)] ?? 0,
  );
}

/** Reads the music of a stretch of the time line, crossfaded at the seams of its loop, and silence before its start and after its end. */
async function readPlayedMusic(
  music: SoundtrackMusic,
  musicFile: DecodedMusicFile,
  fromSample: number,
  toSample: number,
): Promise<Float32Array> {
  const { channels, startSample = 0 } = music;
  const endPosition = Math.min(toSample, music.endSample ?? toSample);
  const played = new Float32Array((toSample - fromSample) * channels);
  for (let position = Math.max(fromSample, startSample); position < endPosition; ) {
    const { sample, ending } = musicLoopPosition(music, position - startSample);
    const sampleEnd = ending
      ? musicLoopCrossfadeSamples(music)
      : music.loop
        ? musicLoopPeriodSamples(music)
        : music.samples;
    const sampleCount = Math.min(endPosition - position, sampleEnd - sample);
    if (sampleCount <= 0) break;
    const offset = (position - fromSample) * channels;
    const valueCount = sampleCount * channels;
    const into = played.subarray(offset, offset + valueCount);
    const loopValues = await readValues(musicFile, sample, valueCount);
    if (ending) crossfade(into, loopValues, await readValues(musicFile, ending.sample, valueCount), music, sample);
    else into.set(loopValues);
    position += sampleCount;
  }
  return played;
}

/** Reads the values of all channels, interleaved, from a sample of the file. */
async function readValues(musicFile: DecodedMusicFile, startSample: number, count: number): Promise<Int16Array> {
  const values = new Int16Array(count);
  await musicFile.read(startSample, values);
  return values;
}

/**
 * Writes a crossfade of equal power: an ending and a start are not correlated, so that their powers add up.
 * @param firstSample position of the first sample in the crossfade
 */
function crossfade(
  into: Float32Array,
  rising: Int16Array,
  falling: Int16Array,
  music: SoundtrackMusic,
  firstSample: number,
): void {
  const length = musicLoopCrossfadeSamples(music);
  for (let i = 0; i < into.length; i++) {
    const angle = ((firstSample + Math.floor(i / music.channels)) / length) * (Math.PI / 2);
    into[i] = (rising[i] ?? 0) * Math.sin(angle) + (falling[i] ?? 0) * Math.cos(angle);
  }
}

/**
 * −1.5 dB, for music. Peaks of speech and of the sounds of videos are at −1.5 dB in their files, so that none of them alone reaches the
 * knee of the limiter, and an intro is as loud as the speech after it.
 */
const MUSIC_HEADROOM_GAIN = 10 ** (-1.5 / 20);
/** The level above which the limiter lowers values. */
const LIMITER_KNEE = 0.85;
/** The level that no limited value exceeds: −0.4 dB, room for overshoots of the encoder. */
const LIMITER_CEILING = 0.95;

/**
 * A soft limiter: values up to the knee stay unchanged, larger ones approach the ceiling. It has no memory, so that the
 * result for a sample does not depend on the part in which it is computed.
 */
export function softLimitSample(value: number): number {
  if (value <= LIMITER_KNEE && value >= -LIMITER_KNEE) return value;
  const magnitude = Math.abs(value);
  return (
    Math.sign(value) *
    (LIMITER_KNEE +
      (LIMITER_CEILING - LIMITER_KNEE) * Math.tanh((magnitude - LIMITER_KNEE) / (LIMITER_CEILING - LIMITER_KNEE)))
  );
}

/** Inputs to `mixSpeechOverSounds`. */
export interface SoundtrackMixInput {
  /** Mono; it goes to all channels. */
  speech: Int16Array;
  /** Interleaved; of the same duration as the speech. */
  music: Float32Array;
  channels: 1 | 2;
  /** Linear. */
  volume: number;
  gain: MusicGainCurves;
  /** The sounds of videos, interleaved, where 1 is full scale; absent: none. */
  footage?: Float32Array | undefined;
}

/**
 * Speech over the sounds of videos and music, 16 bit, interleaved.
 * @param startSample the position of the first sample on the time line
 */
export function mixSpeechOverSounds(
  { speech, music, channels, volume, gain, footage }: SoundtrackMixInput,
  startSample: number,
): Int16Array<ArrayBuffer> {
  const gains = new Float64Array(speech.length);
  fillMusicGains(gain, startSample, gains);
  const mix = new Int16Array(speech.length * channels);
  const musicLevel = (volume * MUSIC_HEADROOM_GAIN) / PCM_FULL_SCALE;
  for (let sample = 0, i = 0; sample < speech.length; sample++) {
    const speechValue = (speech[sample] ?? 0) / PCM_FULL_SCALE;
    const level = (gains[sample] ?? 0) * musicLevel;
    for (const end = i + channels; i < end; i++) {
      const videoValue = footage?.[i] ?? 0;
      mix[i] = Math.round(softLimitSample(speechValue + (music[i] ?? 0) * level + videoValue) * PCM_FULL_SCALE);
    }
  }
  return mix;
}
