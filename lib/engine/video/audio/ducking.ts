import { SOUND_SAMPLE_RATE } from '../settings.ts';
import {
  type AudibleCuePart,
  collectSpokenSoundCues,
  type SoundtrackMusic,
  type SoundtrackSpec,
} from './soundtrack.ts';

/** A point of a gain curve. The gain is constant before the first point and after the last one. */
export interface GainPoint {
  sample: number;
  /** Linear. */
  gain: number;
}

/** The gain of the music: the product of both curves. */
export interface MusicGainCurves {
  /** Linear between its points: the fade-in and fade-out. */
  fade: readonly GainPoint[];
  /** Linear in decibels between its points, as the ear perceives level. */
  duck: readonly GainPoint[];
}

const secondsInSamples = (value: number): number => Math.round(value * SOUND_SAMPLE_RATE);

/** Linear gain of the music under speech: −14 dB. */
const DUCKED_GAIN = 10 ** (-14 / 20);
/** Length of the ramp down, which ends when speech starts: the plan knows that moment, whereas a side-chain compressor would react after it. */
const RAMP_DOWN_SAMPLES = secondsInSamples(0.25);
const RAMP_UP_SAMPLES = secondsInSamples(0.6);
/** Music stays low in a pause shorter than this, as between two sentences. It is longer than both ramps, so that they never overlap. */
const MIN_PAUSE_SAMPLES = secondsInSamples(1.2);

/** The sample at which the music ends: the end of its part of the video if it loops, else the end of its file if that is earlier. */
function endOfMusic({ loop, samples, startSample = 0, endSample }: SoundtrackMusic, totalSamples: number): number {
  const end = Math.min(endSample ?? totalSamples, totalSamples);
  return loop ? end : Math.min(startSample + samples, end);
}

/** The gain of the music over the whole time line, computed from the specification alone; undefined without music. */
export function planMusicGainCurves(spec: SoundtrackSpec): MusicGainCurves | undefined {
  const { music, totalSamples } = spec;
  if (!music) return undefined;
  return {
    fade: fadeCurve(music, endOfMusic(music, totalSamples)),
    duck: music.duck ? duckingGainCurve(collectSpokenSoundCues(spec)) : [],
  };
}

/** Fades that would overlap are shortened in proportion until they meet. */
function fadeCurve({ fadeInSeconds, fadeOutSeconds, startSample = 0 }: SoundtrackMusic, end: number): GainPoint[] {
  const fadeSamples = secondsInSamples(fadeInSeconds) + secondsInSamples(fadeOutSeconds);
  const share = Math.min(1, Math.max(0, end - startSample) / Math.max(1, fadeSamples));
  const fadeInEnd = startSample + Math.floor(secondsInSamples(fadeInSeconds) * share);
  const fadeOutStart = end - Math.floor(secondsInSamples(fadeOutSeconds) * share);
  return [
    ...(fadeInEnd > startSample ? [{ sample: startSample, gain: 0 }] : []),
    { sample: fadeInEnd, gain: 1 },
    { sample: fadeOutStart, gain: 1 },
    { sample: end, gain: 0 },
  ];
}

/** The gain curve of sounds that are lowered under speech. @param cues everything that is spoken, in the order of its start */
export function duckingGainCurve(cues: readonly AudibleCuePart[]): GainPoint[] {
  const spokenSpans: { from: number; to: number }[] = [];
  for (const { startSample, endSample } of cues) {
    const lastSpan = spokenSpans.at(-1);
    if (lastSpan && startSample - lastSpan.to < MIN_PAUSE_SAMPLES) lastSpan.to = Math.max(lastSpan.to, endSample);
    else spokenSpans.push({ from: startSample, to: endSample });
  }
  return spokenSpans.flatMap(({ from, to }) => [
    { sample: from - RAMP_DOWN_SAMPLES, gain: 1 },
    { sample: from, gain: DUCKED_GAIN },
    { sample: to, gain: DUCKED_GAIN },
    { sample: to + RAMP_UP_SAMPLES, gain: 1 },
  ]);
}

/**
 * The points that decide the gains of samples `from` to `to` (exclusive), relative to `from`: those inside and one on either side. Where
 * the curve is level, the outer point moves to the edge: the points and the gains computed from them then do not depend on the position of
 * the range. All positions are whole numbers.
 */
export function sliceGainCurve(curve: readonly GainPoint[], from: number, to: number): GainPoint[] {
  const firstIndex = curve.findLastIndex(({ sample }) => sample <= from);
  const endIndex = curve.findIndex(({ sample }) => sample >= to - 1);
  const points = curve.slice(Math.max(0, firstIndex), endIndex < 0 ? curve.length : endIndex + 1);
  return points.map(({ sample, gain }, i) => {
    const neighbour = sample <= from ? points[i + 1] : points[i - 1];
    const isLevel = neighbour === undefined || neighbour.gain === gain;
    const position = isLevel ? Math.min(Math.max(sample, from), to) : sample;
    return { sample: position - from, gain };
  });
}

const interpolateLinearly = (a: number, b: number, share: number): number => a + (b - a) * share;
const interpolateInDecibels = (a: number, b: number, share: number): number => a * (b / a) ** share;

/** Fills `into` with the linear gains of the samples from `from` on. */
export function fillMusicGains({ fade, duck }: MusicGainCurves, from: number, into: Float64Array): void {
  into.fill(1);
  multiplyByCurve(into, sliceGainCurve(fade, from, from + into.length), interpolateLinearly);
  multiplyByCurve(into, sliceGainCurve(duck, from, from + into.length), interpolateInDecibels);
}

/** Fills `into` with the gains of a curve of `duckingGainCurve`, of the samples from `from` on. */
export function fillGainCurve(curve: readonly GainPoint[], from: number, into: Float64Array): void {
  into.fill(1);
  multiplyByCurve(into, sliceGainCurve(curve, from, from + into.length), interpolateInDecibels);
}

/** Multiplies gains by those of a curve, whose points are relative to the first gain. */
function multiplyByCurve(
  into: Float64Array,
  points: readonly GainPoint[],
  interpolate: typeof interpolateLinearly,
): void {
  const [firstPoint] = points;
  const lastPoint = points.at(-1);
  if (!firstPoint || !lastPoint) return;
  multiplyByConstant(into, 0, firstPoint.sample, firstPoint.gain);
  for (const [i, point] of points.entries()) {
    const nextPoint = points[i + 1] ?? { sample: into.length, gain: point.gain };
    if (point.gain === nextPoint.gain) {
      multiplyByConstant(into, point.sample, nextPoint.sample, point.gain);
      continue;
    }
    const end = Math.min(nextPoint.sample, into.length);
    for (let sample = Math.max(0, point.sample); sample < end; sample++) {
      into[sample] =
        (into[sample] ?? 0) *
        interpolate(point.gain, nextPoint.gain, (sample - point.sample) / (nextPoint.sample - point.sample));
    }
  }
}

/** Multiplies gains `from` to `to` (exclusive) by a constant: the fast path for level parts, which are most of a curve. The gains of ten minutes take 0.1 s. */
function multiplyByConstant(into: Float64Array, from: number, to: number, gain: number): void {
  if (gain === 1) return;
  const end = Math.min(to, into.length);
  for (let sample = Math.max(0, from); sample < end; sample++) into[sample] = (into[sample] ?? 0) * gain;
}
