import type { DecodedMusicFile } from './decoded-music-file.ts';
import { fillMusicGains, type MusicGainCurves, planMusicGainCurves } from './ducking.ts';
import type { DecodedFootageSound } from './footage-sound.ts';
import { musicLoopCrossfade, musicLoopPeriod, musicLoopPosition } from './music-loop.ts';
import {
  audibleCues,
  type SoundtrackMusic,
  type SoundtrackSpec,
  soundtrackChannels,
  soundtrackCuesWithin,
} from './soundtrack.ts';
import { type ScheduledSpeechCue, scheduleSpeechCues, speechPcm } from './speech-pcm.ts';

interface Span {
  fromSample: number;
  toSample: number;
}

/** Samples that are mixed at a time. */
const CHUNK_SAMPLES = 1 << 15;

/** The speech cues that sound within a span, with their places in their files. @throws WavError, RangeError */
export function speechCuesWithinSpan(
  spec: SoundtrackSpec,
  span: Span,
  fileOf: (source: string) => string,
): Promise<ScheduledSpeechCue[]> {
  const cues = soundtrackCuesWithin(audibleCues(spec), span).map(({ source, startSample, endSample }) => ({
    file: fileOf(source),
    startSample,
    samples: endSample - startSample,
  }));
  return scheduleSpeechCues({ cues, totalSamples: spec.totalSamples });
}

/** The sounds under the speech of a span. */
export interface DecodedBackgroundSound {
  musicFile?: DecodedMusicFile | undefined;
  footage?: DecodedFootageSound | undefined;
}

/** The PCM of a span: speech over the sounds of videos and music, 16 bit, interleaved. Memory does not grow with its length. */
export async function* soundtrackPcm(
  spec: SoundtrackSpec,
  { fromSample, toSample }: Span,
  speech: readonly ScheduledSpeechCue[],
  { musicFile, footage }: DecodedBackgroundSound,
): AsyncGenerator<Buffer> {
  const { music } = spec;
  const gain = planMusicGainCurves(spec);
  const playing = music && musicFile && gain ? { music, musicFile, gain } : undefined;
  if (!playing && !footage) {
    yield* speechPcm(speech, fromSample, toSample);
    return;
  }
  for (let at = fromSample; at < toSample; at += CHUNK_SAMPLES) {
    const to = Math.min(toSample, at + CHUNK_SAMPLES);
    yield await mixed({ playing, footage, channels: soundtrackChannels(spec) }, speech, at, to);
  }
}

interface MusicSource {
  music: SoundtrackMusic;
  musicFile: DecodedMusicFile;
  gain: MusicGainCurves;
}

/** The sounds under the speech, and the channels of the soundtrack. */
interface Bed {
  playing: MusicSource | undefined;
  footage: DecodedFootageSound | undefined;
  channels: 1 | 2;
}

async function mixed(
  { playing, footage, channels }: Bed,
  cues: readonly ScheduledSpeechCue[],
  from: number,
  to: number,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of speechPcm(cues, from, to)) pieces.push(piece);
  // Copied, because a view of 16-bit samples has to start at an even address.
  const speech = new Int16Array(new Uint8Array(Buffer.concat(pieces)).buffer);
  const ofVideos = footage && new Float32Array((to - from) * channels);
  if (ofVideos) await footage.addTo(ofVideos, from, to);
  const { music, musicFile, gain } = playing ?? {};
  const heard = music && musicFile && upmixed(await playedMusic(music, musicFile, from, to), music.channels, channels);
  const input = { speech, music: heard ?? NO_MUSIC, channels, volume: music?.volume ?? 0, gain: gain ?? NO_GAIN };
  return Buffer.from(mixSpeechOverSounds({ ...input, footage: ofVideos }, from).buffer);
}

const NO_MUSIC = new Float32Array(0);
const NO_GAIN: MusicGainCurves = { fade: [], duck: [] };

/** Samples with the channels of the soundtrack: mono goes to both. */
function upmixed(samples: Float32Array, from: 1 | 2, to: 1 | 2): Float32Array {
  if (from === to) return samples;
  return Float32Array.from({ length: samples.length * to }, (_, i) => samples[Math.floor(i / to)] ?? 0);
}

/** The music of a stretch of the time line, crossfaded at the seams of its loop, and silence before its start and after its end. */
async function playedMusic(
  music: SoundtrackMusic,
  file: DecodedMusicFile,
  from: number,
  to: number,
): Promise<Float32Array> {
  const { channels, startSample = 0 } = music;
  const until = Math.min(to, music.endSample ?? to);
  const played = new Float32Array((to - from) * channels);
  for (let at = Math.max(from, startSample); at < until; ) {
    const { sample, ending } = musicLoopPosition(music, at - startSample);
    const end = ending ? musicLoopCrossfade(music) : music.loop ? musicLoopPeriod(music) : music.samples;
    const count = Math.min(until - at, end - sample);
    if (count <= 0) break;
    const into = played.subarray((at - from) * channels, (at - from + count) * channels);
    const beginning = await read(file, sample, count * channels);
    if (ending) crossfade(into, beginning, await read(file, ending.sample, count * channels), music, sample);
    else into.set(beginning);
    at += count;
  }
  return played;
}

async function read(file: DecodedMusicFile, at: number, length: number): Promise<Int16Array> {
  const samples = new Int16Array(length);
  await file.read(at, samples);
  return samples;
}

/** A crossfade of equal power: an ending and a start are not correlated, so that their powers add up. */
function crossfade(
  into: Float32Array,
  rising: Int16Array,
  falling: Int16Array,
  music: SoundtrackMusic,
  from: number,
): void {
  const length = musicLoopCrossfade(music);
  for (let i = 0; i < into.length; i++) {
    const angle = ((from + Math.floor(i / music.channels)) / length) * (Math.PI / 2);
    into[i] = (rising[i] ?? 0) * Math.sin(angle) + (falling[i] ?? 0) * Math.cos(angle);
  }
}

const FULL_SCALE = 32_768;
/**
 * −1.5 dB, for music. Peaks of speech and of the sounds of videos are at −1.5 dB in their files, so that none of them alone reaches the
 * knee of the limiter, and an intro is as loud as the speech after it.
 */
const HEADROOM = 10 ** (-1.5 / 20);
const KNEE = 0.85;
/** −0.4 dB: room for overshoots of the encoder. */
const CEILING = 0.95;

/**
 * A soft limiter: values up to the knee stay unchanged, larger ones approach the ceiling. It has no memory, so that the
 * result for a sample does not depend on the part in which it is computed.
 */
export function softLimitSample(value: number): number {
  if (value <= KNEE && value >= -KNEE) return value;
  const size = Math.abs(value);
  return Math.sign(value) * (KNEE + (CEILING - KNEE) * Math.tanh((size - KNEE) / (CEILING - KNEE)));
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

/** Speech over the sounds of videos and music, 16 bit, interleaved. `at` is the position of the first sample on the time line. */
export function mixSpeechOverSounds(
  { speech, music, channels, volume, gain, footage }: SoundtrackMixInput,
  at: number,
): Int16Array<ArrayBuffer> {
  const gains = new Float64Array(speech.length);
  fillMusicGains(gain, at, gains);
  const out = new Int16Array(speech.length * channels);
  const loudness = (volume * HEADROOM) / FULL_SCALE;
  for (let sample = 0, i = 0; sample < speech.length; sample++) {
    const words = (speech[sample] ?? 0) / FULL_SCALE;
    const level = (gains[sample] ?? 0) * loudness;
    for (const end = i + channels; i < end; i++) {
      const ofVideos = footage?.[i] ?? 0;
      out[i] = Math.round(softLimitSample(words + (music[i] ?? 0) * level + ofVideos) * FULL_SCALE);
    }
  }
  return out;
}
