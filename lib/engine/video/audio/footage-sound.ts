import { rm } from 'node:fs/promises';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { SOUND_SAMPLE_RATE } from '../settings.ts';
import { DecodedMusicFile } from './decoded-music-file.ts';
import { duckingGainCurve, fillGainCurve } from './ducking.ts';
import { type FootageCue, type SoundtrackSpec, spokenCues } from './soundtrack.ts';

/** Length of the fade at a cut in the sound of a video: 10 ms, so that the cut does not click. */
const FADE_SAMPLES = SOUND_SAMPLE_RATE / 100;

interface Span {
  fromSample: number;
  toSample: number;
}

/** The end of the cue of a video's sound on the time line (exclusive), in samples. */
export const endOfFootageCue = ({ startSample, samples }: FootageCue): number => startSample + samples;

/** The sounds of videos that are heard within a span. */
export const footageCuesWithin = (
  { footage = [] }: Pick<SoundtrackSpec, 'footage'>,
  { fromSample, toSample }: Span,
): FootageCue[] => footage.filter((cue) => cue.startSample < toSample && endOfFootageCue(cue) > fromSample);

/** The sounds of videos within a span, decoded. */
export interface DecodedFootageSound extends AsyncDisposable {
  /** Adds the sounds of samples `from` to `to`, interleaved, to values where 1 is full scale. */
  addTo(into: Float32Array, from: number, to: number): Promise<void>;
}

/** The gain of a cue at a sample of the time line: it fades in, except from the start of its file, and fades out. */
function edgeGain({ startSample, samples, fromSample }: FootageCue, sample: number): number {
  const samplesSinceStart = sample - startSample;
  const fadeInGain = fromSample === 0 ? 1 : Math.min(1, samplesSinceStart / FADE_SAMPLES);
  return fadeInGain * Math.min(1, (samples - samplesSinceStart) / FADE_SAMPLES);
}

/** Adds the samples of one cue; a mono cue is added to all channels. */
function addCue(
  into: Float32Array,
  played: Int16Array,
  {
    cue,
    gains,
    channels,
    first,
    from,
  }: { cue: FootageCue; gains: Float64Array; channels: 1 | 2; first: number; from: number },
): void {
  const level = cue.volume / 32_768;
  for (let i = 0; i < played.length / cue.channels; i++) {
    const sampleOffset = first + i - from;
    const gain = level * (cue.is_speech ? 1 : (gains[sampleOffset] ?? 0)) * edgeGain(cue, first + i);
    for (let channel = 0; channel < channels; channel++) {
      const sample = played[i * cue.channels + (cue.channels === 1 ? 0 : channel)] ?? 0;
      const valueOffset = sampleOffset * channels + channel;
      into[valueOffset] = (into[valueOffset] ?? 0) + sample * gain;
    }
  }
}

/** Samples of a file, `end` exclusive. */
interface DecodedRange {
  source: string;
  channels: 1 | 2;
  first: number;
  end: number;
}

/** The ranges of files that are heard within a span. Adjacent ranges of one file are joined: a loop of a few frames is decoded once. */
function rangesWithin(cues: readonly FootageCue[], span: Span): DecodedRange[] {
  const rangesOfCues = cues.map((cue): DecodedRange => {
    const shift = cue.fromSample - cue.startSample;
    const first = Math.max(span.fromSample, cue.startSample) + shift;
    const end = Math.min(span.toSample, endOfFootageCue(cue)) + shift;
    return { source: cue.source, channels: cue.channels, first, end };
  });
  const ranges: DecodedRange[] = [];
  for (const range of rangesOfCues.sort((one, other) => one.first - other.first)) {
    const adjacentRange = ranges.find(({ source, end }) => source === range.source && range.first <= end);
    if (adjacentRange) adjacentRange.end = Math.max(adjacentRange.end, range.end);
    else ranges.push(range);
  }
  return ranges;
}

/**
 * Decodes the sounds of videos that are heard within a span. The result lowers them under speech, as it does music.
 * @param channels of the soundtrack
 * @param pcmFile prefix of the names of temporary files, which are removed when the result is disposed of
 * @throws FfmpegError
 */
export async function decodeFootageSound(
  spec: SoundtrackSpec,
  span: Span,
  { fileOf, channels, pcmFile }: { fileOf: (source: string) => string; channels: 1 | 2; pcmFile: string },
  runtime: FfmpegRuntime,
): Promise<DecodedFootageSound> {
  const duckingCurve = duckingGainCurve(spokenCues(spec));
  const cues = footageCuesWithin(spec, span);
  const ranges = rangesWithin(cues, span);
  const decodedRanges: (DecodedRange & { file: DecodedMusicFile })[] = [];
  const pathOf = (index: number): string => `${pcmFile}-${index}`;
  const closeFiles = async (): Promise<void> => {
    for (const { file } of decodedRanges) await file[Symbol.asyncDispose]();
    await Promise.all(ranges.map((_, index) => rm(pathOf(index), { force: true })));
  };
  try {
    for (const [index, range] of ranges.entries()) {
      const file = await DecodedMusicFile.decodeRange(
        range.channels,
        fileOf(range.source),
        range,
        pathOf(index),
        runtime,
      );
      decodedRanges.push({ ...range, file });
    }
  } catch (error) {
    await closeFiles();
    throw error;
  }
  const findFileWith = ({ source }: FootageCue, fileSample: number): DecodedMusicFile | undefined =>
    decodedRanges.find((range) => range.source === source && range.first <= fileSample && fileSample < range.end)?.file;
  return {
    async addTo(into, from, to) {
      const gains = new Float64Array(to - from);
      fillGainCurve(duckingCurve, from, gains);
      for (const cue of cues) {
        const [firstSample, endSample] = [Math.max(from, cue.startSample), Math.min(to, endOfFootageCue(cue))];
        if (endSample <= firstSample) continue;
        const fileSample = cue.fromSample + firstSample - cue.startSample;
        const played = new Int16Array((endSample - firstSample) * cue.channels);
        await findFileWith(cue, fileSample)?.readUpTo(fileSample, played);
        addCue(into, played, { cue, gains, channels, first: firstSample, from });
      }
    },
    [Symbol.asyncDispose]: closeFiles,
  };
}
