import { soundtrackEncoder } from '../ffmpeg/audio-arguments.ts';
import { musicGain, sliceCurve } from './ducking.ts';
import { canonicalSample } from './music-loop.ts';
import { type AudibleCue, cuesWithin, type Music, type SoundtrackSpec, soundtrackChannels } from './soundtrack.ts';
import { FADE_SAMPLES } from './speech-pcm.ts';

/** Part of the content address of every part. Raise it with every change that changes samples of the same sources. */
const AUDIO_VERSION = 2;

interface Span {
  fromSample: number;
  toSample: number;
}

/**
 * A canonical text of everything that can change a byte of an encoded part. All positions are relative to its
 * beginning. The fade of a cut cue follows from its source and its end.
 */
export function partContent(spec: SoundtrackSpec, cues: readonly AudibleCue[], span: Span): string {
  const { fromSample, toSample } = span;
  const length = toSample - fromSample;
  return JSON.stringify([
    AUDIO_VERSION,
    soundtrackEncoder(spec.codec, soundtrackChannels(spec)),
    length,
    // An end so far after the part that its fade does not reach into the part does not matter.
    cuesWithin(cues, span).map(({ source, startSample, endSample }) => [
      source,
      startSample - fromSample,
      Math.min(endSample - fromSample, length + FADE_SAMPLES),
    ]),
    spec.music ? musicContent(spec, spec.music, span) : null,
  ]);
}

function musicContent(spec: SoundtrackSpec, music: Music, { fromSample, toSample }: Span): unknown {
  const gain = musicGain(spec);
  const points = (curve: 'fade' | 'duck') =>
    sliceCurve(gain?.[curve] ?? [], fromSample, toSample).map(({ sample, gain: value }) => [sample, value]);
  const { source, samples, volume, loop } = music;
  return [source, samples, volume, loop, canonicalSample(music, fromSample), points('fade'), points('duck')];
}
