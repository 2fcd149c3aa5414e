import { rm } from 'node:fs/promises';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { SOUND_SAMPLE_RATE } from '../settings.ts';
import { DecodedMusicFile } from './decoded-music-file.ts';
import { duckingGainCurve, fillGainCurve } from './ducking.ts';
import {
  collectSpokenSoundCues,
  type FootageSoundCue,
  PCM_FULL_SCALE,
  type SoundtrackSpan,
  type SoundtrackSpec,
} from './soundtrack.ts';

/** Length of the fade at a cut in the sound of a video: 10 ms, so that the cut does not click. */
const FADE_SAMPLES = SOUND_SAMPLE_RATE / 100;

/** The end of the cue of a video's sound on the time line (exclusive), in samples. */
export const endOfFootageSoundCue = ({ startSample, samples }: FootageSoundCue): number => startSample + samples;

/** The sounds of videos that are heard within a span. */
export const footageSoundCuesWithin = (
  { footage = [] }: Pick<SoundtrackSpec, 'footage'>,
  { fromSample, toSample }: SoundtrackSpan,
): FootageSoundCue[] => footage.filter((cue) => cue.startSample < toSample && endOfFootageSoundCue(cue) > fromSample);

/** The sounds of videos within a span, decoded. */
export interface DecodedFootageSound extends AsyncDisposable {
  /** Adds the sounds of samples of the time line (the end exclusive), interleaved, to values where 1 is full scale. */
  addTo(into: Float32Array, fromSample: number, toSample: number): Promise<void>;
}

/** The gain of a cue at a sample of the time line: it fades in, except from the start of its file, and fades out. */
function edgeGain({ startSample, samples, fromSample }: FootageSoundCue, sample: number): number {
  const samplesSinceStart = sample - startSample;
  const fadeInGain = fromSample === 0 ? 1 : Math.min(1, samplesSinceStart / FADE_SAMPLES);
  return fadeInGain * Math.min(1, (samples - samplesSinceStart) / FADE_SAMPLES);
}

/** Values of a cue, and their place in the target to which they are added. */
interface CueValues {
  cue: FootageSoundCue;
  /** The values of the cue, interleaved. */
  values: Int16Array;
  /** The sample of the time line at which they start. */
  firstSample: number;
  /** The sample of the time line at which the target and its gains start. */
  targetStartSample: number;
  /** Gains under speech, one for each sample of the target. */
  gains: Float64Array;
  /** The channels of the target. */
  channels: 1 | 2;
}

/** Adds the values of one cue; a mono cue is added to all channels. */
function addCue(
  target: Float32Array,
  { cue, values, firstSample, targetStartSample, gains, channels }: CueValues,
): void {
  const level = cue.volume / PCM_FULL_SCALE;
  for (let i = 0; i < values.length / cue.channels; i++) {
    const sampleOffset = firstSample + i - targetStartSample;
    const gain = level * (cue.is_speech ? 1 : (gains[sampleOffset] ?? 0)) * edgeGain(cue, firstSample + i);
    for (let channel = 0; channel < channels; channel++) {
      const value = values[i * cue.channels + (cue.channels === 1 ? 0 : channel)] ?? 0;
      const valueOffset = sampleOffset * channels + channel;
      target[valueOffset] = (target[valueOffset] ?? 0) + value * gain;
    }
  }
}

/** A range of the samples of a file. */
interface DecodedRange {
  source: string;
  channels: 1 | 2;
  first: number;
  /** Exclusive. */
  end: number;
}

/** The ranges of files that are heard within a span. Adjacent ranges of one file are joined: a loop of a few frames is decoded once. */
function rangesWithin(cues: readonly FootageSoundCue[], span: SoundtrackSpan): DecodedRange[] {
  const rangesOfCues = cues.map((cue): DecodedRange => {
    const shiftToFile = cue.fromSample - cue.startSample;
    const first = Math.max(span.fromSample, cue.startSample) + shiftToFile;
    const end = Math.min(span.toSample, endOfFootageSoundCue(cue)) + shiftToFile;
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
 * @param pcmFilePrefix start of the names of temporary files, which are removed when the result is disposed of
 * @throws FfmpegError
 */
export async function decodeFootageSound(
  spec: SoundtrackSpec,
  span: SoundtrackSpan,
  { fileOf, channels, pcmFilePrefix }: { fileOf: (source: string) => string; channels: 1 | 2; pcmFilePrefix: string },
  runtime: FfmpegRuntime,
): Promise<DecodedFootageSound> {
  const duckingCurve = duckingGainCurve(collectSpokenSoundCues(spec));
  const cues = footageSoundCuesWithin(spec, span);
  const ranges = rangesWithin(cues, span);
  const decodedRanges: (DecodedRange & { file: DecodedMusicFile })[] = [];
  const pathOf = (index: number): string => `${pcmFilePrefix}-${index}`;
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
  const findFileWith = ({ source }: FootageSoundCue, fileSample: number): DecodedMusicFile | undefined =>
    decodedRanges.find((range) => range.source === source && range.first <= fileSample && fileSample < range.end)?.file;
  return {
    async addTo(into, fromSample, toSample) {
      const gains = new Float64Array(toSample - fromSample);
      fillGainCurve(duckingCurve, fromSample, gains);
      for (const cue of cues) {
        const firstSample = Math.max(fromSample, cue.startSample);
        const endSample = Math.min(toSample, endOfFootageSoundCue(cue));
        if (endSample <= firstSample) continue;
        const fileSample = cue.fromSample + firstSample - cue.startSample;
        const values = new Int16Array((endSample - firstSample) * cue.channels);
        await findFileWith(cue, fileSample)?.readUpTo(fileSample, values);
        addCue(into, { cue, values, firstSample, targetStartSample: fromSample, gains, channels });
      }
    },
    [Symbol.asyncDispose]: closeFiles,
  };
}
