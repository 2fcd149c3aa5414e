import { SOUND_SAMPLE_RATE } from '../settings.ts';
import { type AudibleCue, type SoundtrackMusic, type SoundtrackSpec, spokenCues } from './soundtrack.ts';

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

const seconds = (value: number): number => Math.round(value * SOUND_SAMPLE_RATE);

/** Gain of the music under speech: −14 dB. */
const DUCKED = 10 ** (-14 / 20);
/** Length of the ramp down, which ends when speech starts: the plan knows that moment, whereas a side-chain compressor would react after it. */
const DOWN_SAMPLES = seconds(0.25);
const UP_SAMPLES = seconds(0.6);
/** Music stays low in a shorter pause, such as between two sentences. It is longer than both ramps, so that they never overlap. */
const MIN_REST_SAMPLES = seconds(1.2);

/** The sample at which the music ends: the end of its part of the video if it loops, else the end of its file if that is earlier. */
function endOfMusic({ loop, samples, startSample = 0, endSample }: SoundtrackMusic, totalSamples: number): number {
  const end = Math.min(endSample ?? totalSamples, totalSamples);
  return loop ? end : Math.min(startSample + samples, end);
}

/** The gain of the music over the whole time line, from the plan alone; undefined without music. */
export function planMusicGainCurves(spec: SoundtrackSpec): MusicGainCurves | undefined {
  const { music, totalSamples } = spec;
  if (!music) return undefined;
  return {
    fade: fadeCurve(music, endOfMusic(music, totalSamples)),
    duck: music.duck ? duckingGainCurve(spokenCues(spec)) : [],
  };
}

/** Fades that would overlap are shortened in proportion until they meet. */
function fadeCurve({ fadeInSeconds, fadeOutSeconds, startSample = 0 }: SoundtrackMusic, end: number): GainPoint[] {
  const wanted = seconds(fadeInSeconds) + seconds(fadeOutSeconds);
  const share = Math.min(1, Math.max(0, end - startSample) / Math.max(1, wanted));
  const up = startSample + Math.floor(seconds(fadeInSeconds) * share);
  const down = end - Math.floor(seconds(fadeOutSeconds) * share);
  return [
    ...(up > startSample ? [{ sample: startSample, gain: 0 }] : []),
    { sample: up, gain: 1 },
    { sample: down, gain: 1 },
    { sample: end, gain: 0 },
  ];
}

/** The gain of what is lowered under speech. */
export function duckingGainCurve(cues: readonly AudibleCue[]): GainPoint[] {
  const spoken: { from: number; to: number }[] = [];
  for (const { startSample, endSample } of cues) {
    const last = spoken.at(-1);
    if (last && startSample - last.to < MIN_REST_SAMPLES) last.to = Math.max(last.to, endSample);
    else spoken.push({ from: startSample, to: endSample });
  }
  return spoken.flatMap(({ from, to }) => [
    { sample: from - DOWN_SAMPLES, gain: 1 },
    { sample: from, gain: DUCKED },
    { sample: to, gain: DUCKED },
    { sample: to + UP_SAMPLES, gain: 1 },
  ]);
}

/**
 * The points that decide the gains of samples `from` to `to` (exclusive), relative to `from`: those inside and one on either side. Where
 * the curve is level, the outer point moves to the edge: the points and the gains computed from them then do not depend on the position of
 * the range. All positions are whole numbers.
 */
export function sliceGainCurve(curve: readonly GainPoint[], from: number, to: number): GainPoint[] {
  const first = curve.findLastIndex(({ sample }) => sample <= from);
  const after = curve.findIndex(({ sample }) => sample >= to - 1);
  const points = curve.slice(Math.max(0, first), after < 0 ? curve.length : after + 1);
  return points.map(({ sample, gain }, i) => {
    const neighbour = sample <= from ? points[i + 1] : points[i - 1];
    const isLevel = neighbour === undefined || neighbour.gain === gain;
    const place = isLevel ? Math.min(Math.max(sample, from), to) : sample;
    return { sample: place - from, gain };
  });
}

const interpolated = (a: number, b: number, share: number): number => a + (b - a) * share;
const interpolatedInDecibels = (a: number, b: number, share: number): number => a * (b / a) ** share;

/** Fills `into` with the linear gains of the samples from `from` on. */
export function fillMusicGains({ fade, duck }: MusicGainCurves, from: number, into: Float64Array): void {
  into.fill(1);
  multiply(into, sliceGainCurve(fade, from, from + into.length), interpolated);
  multiply(into, sliceGainCurve(duck, from, from + into.length), interpolatedInDecibels);
}

/** Fills `into` with the gains of a curve of `duckingGainCurve`, of the samples from `from` on. */
export function fillGainCurve(curve: readonly GainPoint[], from: number, into: Float64Array): void {
  into.fill(1);
  multiply(into, sliceGainCurve(curve, from, from + into.length), interpolatedInDecibels);
}

function multiply(into: Float64Array, points: readonly GainPoint[], between: typeof interpolated): void {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return;
  scale(into, 0, first.sample, first.gain);
  for (const [i, a] of points.entries()) {
    const b = points[i + 1] ?? { sample: into.length, gain: a.gain };
    if (a.gain === b.gain) {
      scale(into, a.sample, b.sample, a.gain);
      continue;
    }
    const end = Math.min(b.sample, into.length);
    for (let at = Math.max(0, a.sample); at < end; at++) {
      into[at] = (into[at] ?? 0) * between(a.gain, b.gain, (at - a.sample) / (b.sample - a.sample));
    }
  }
}

/** Multiplies by a constant gain: the fast path for level parts, which are most of a curve. The gains of ten minutes take 0.1 s. */
function scale(into: Float64Array, from: number, to: number, gain: number): void {
  if (gain === 1) return;
  const end = Math.min(to, into.length);
  for (let at = Math.max(0, from); at < end; at++) into[at] = (into[at] ?? 0) * gain;
}
