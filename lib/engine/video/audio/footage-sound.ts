import { rm } from 'node:fs/promises';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { SOUND_SAMPLE_RATE } from '../settings.ts';
import { DecodedMusicFile } from './decoded-music-file.ts';
import { duckingGainCurve, fillGainCurve } from './ducking.ts';
import { type FootageCue, type SoundtrackSpec, spokenCues } from './soundtrack.ts';

/** 10 ms: a cut in the sound of a video does not click. */
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

/** The gain at the ends of a cue. The start of a file is not faded in. */
function edgeGain({ startSample, samples, fromSample }: FootageCue, at: number): number {
  const since = at - startSample;
  const rising = fromSample === 0 ? 1 : Math.min(1, since / FADE_SAMPLES);
  return rising * Math.min(1, (samples - since) / FADE_SAMPLES);
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
    const at = first + i - from;
    const gain = level * (cue.is_speech ? 1 : (gains[at] ?? 0)) * edgeGain(cue, first + i);
    for (let channel = 0; channel < channels; channel++) {
      const sample = played[i * cue.channels + (cue.channels === 1 ? 0 : channel)] ?? 0;
      const place = at * channels + channel;
      into[place] = (into[place] ?? 0) + sample * gain;
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
  const wanted = cues.map((cue): DecodedRange => {
    const shift = cue.fromSample - cue.startSample;
    const first = Math.max(span.fromSample, cue.startSample) + shift;
    const end = Math.min(span.toSample, endOfFootageCue(cue)) + shift;
    return { source: cue.source, channels: cue.channels, first, end };
  });
  const ranges: DecodedRange[] = [];
  for (const range of wanted.sort((one, other) => one.first - other.first)) {
    const met = ranges.find(({ source, end }) => source === range.source && range.first <= end);
    if (met) met.end = Math.max(met.end, range.end);
    else ranges.push(range);
  }
  return ranges;
}

/**
 * Decodes the sounds of videos that are heard within a span. Under speech they are as low as music.
 * @param channels of the soundtrack
 * @param pcmFile prefix of the names of temporary files, which are removed when it is disposed of
 * @throws FfmpegError
 */
export async function decodeFootageSound(
  spec: SoundtrackSpec,
  span: Span,
  { fileOf, channels, pcmFile }: { fileOf: (source: string) => string; channels: 1 | 2; pcmFile: string },
  runtime: FfmpegRuntime,
): Promise<DecodedFootageSound> {
  const duck = duckingGainCurve(spokenCues(spec));
  const cues = footageCuesWithin(spec, span);
  const ranges = rangesWithin(cues, span);
  const decoded: (DecodedRange & { file: DecodedMusicFile })[] = [];
  const pathOf = (place: number): string => `${pcmFile}-${place}`;
  const close = async (): Promise<void> => {
    for (const { file } of decoded) await file[Symbol.asyncDispose]();
    await Promise.all(ranges.map((_, place) => rm(pathOf(place), { force: true })));
  };
  try {
    for (const [place, range] of ranges.entries()) {
      const file = await DecodedMusicFile.decodeRange(
        range.channels,
        fileOf(range.source),
        range,
        pathOf(place),
        runtime,
      );
      decoded.push({ ...range, file });
    }
  } catch (error) {
    await close();
    throw error;
  }
  const fileWith = ({ source }: FootageCue, at: number): DecodedMusicFile | undefined =>
    decoded.find((each) => each.source === source && each.first <= at && at < each.end)?.file;
  return {
    async addTo(into, from, to) {
      const gains = new Float64Array(to - from);
      fillGainCurve(duck, from, gains);
      for (const cue of cues) {
        const [first, end] = [Math.max(from, cue.startSample), Math.min(to, endOfFootageCue(cue))];
        if (end <= first) continue;
        const at = cue.fromSample + first - cue.startSample;
        const played = new Int16Array((end - first) * cue.channels);
        await fileWith(cue, at)?.readUpTo(at, played);
        addCue(into, played, { cue, gains, channels, first, from });
      }
    },
    [Symbol.asyncDispose]: close,
  };
}
