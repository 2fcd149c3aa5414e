import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { type FfmpegRuntime, runFfmpeg } from '../ffmpeg/run.ts';
import { AAC_FRAME_SAMPLES } from './adts.ts';
import { type EncodedPart, findJoins, joinedFrames } from './join-parts.ts';
import { planParts } from './plan-parts.ts';
import { SAMPLE_RATE } from './plan-track.ts';
import { type AudioCue, type PlacedCue, placeCues, type TrackSpec, trackPcm } from './track-pcm.ts';

export type { AudioCue, TrackSpec };

export interface EncodeOptions {
  /** How many encoders may work at the same time, each on its part of the track. Default: one per core. */
  parts?: number | undefined;
}

export interface EncodedTrack {
  /** What a decoder gives back that honours the edit list: totalSamples, filled up to a whole AAC frame. */
  samples: number;
  bytes: number;
}

const BIT_RATE = '96k';
/** The encoder puts one frame of silence in front; the container's edit list must take it away again. */
const PRIMING_SAMPLES = AAC_FRAME_SAMPLES;

/**
 * Assembles the sound of a whole video as PCM and encodes it once: AAC-LC, mono, 48 kHz, in an MP4 (.m4a) whose edit list
 * hides the encoder's priming, so that muxing it with `-c copy` keeps every sample in its place. (Raw ADTS would lose the
 * edit list and come 21 ms late; AAC per slide drifts by as much at every slide.)
 *
 * ffmpeg's AAC encoder uses one core, 4.8 s for 10 minutes: long tracks are encoded in overlapping parts at once.
 * Memory does not grow with the length. Leaves nothing but `outFile`, and on a failure not even that.
 * @throws WavError, RangeError, FfmpegError; the signal's reason after an abort.
 */
export async function encodeAudioTrack(
  spec: TrackSpec,
  outFile: string,
  runtime: FfmpegRuntime,
  { parts = availableParallelism() }: EncodeOptions = {},
): Promise<EncodedTrack> {
  if (!(spec.totalSamples > 0)) throw new RangeError('a track has at least one sample');
  const cues = await placeCues(spec);
  const encoded: EncodedPart[] = planParts(spec.totalSamples, parts).map((part, i) => ({
    ...part,
    file: `${outFile}.part${i}.aac`,
  }));
  try {
    await encodeParts(encoded, cues, runtime);
    const joins = await findJoins(encoded);
    if (!joins) return await encodeAudioTrack(spec, outFile, runtime, { parts: 1 });
    const frames = await mux(joinedFrames(encoded, joins), outFile, runtime);
    const { size } = await stat(outFile);
    return { samples: frames * AAC_FRAME_SAMPLES - PRIMING_SAMPLES, bytes: size };
  } catch (error) {
    await rm(outFile, { force: true });
    throw error;
  } finally {
    await Promise.all(encoded.map(({ file }) => rm(file, { force: true })));
  }
}

/** All at once; when one fails the others are stopped, and none is left running. */
async function encodeParts(
  parts: readonly EncodedPart[],
  cues: readonly PlacedCue[],
  { ffmpegPath, signal }: FfmpegRuntime,
): Promise<void> {
  const failed = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const runs = parts.map((part) =>
    encodePart(part, cues, { ffmpegPath, signal: stop }).catch((error) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(runs);
  await Promise.all(runs);
}

async function encodePart(part: EncodedPart, cues: readonly PlacedCue[], runtime: FfmpegRuntime): Promise<void> {
  const pcm = Readable.from(trackPcm(cues, part.fromSample, part.toSample), { objectMode: false });
  await runFfmpeg(
    {
      inputs: [{ at: pcm, options: ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1'] }],
      output: {
        at: part.file,
        // `fast`: the two-loop coder (the default of newer builds) takes three times as long for no audible gain in speech.
        options: ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', BIT_RATE, '-f', 'adts'],
      },
    },
    runtime,
  );
}

async function mux(frames: AsyncIterable<Buffer>, outFile: string, runtime: FfmpegRuntime): Promise<number> {
  let count = 0;
  const counted = async function* () {
    for await (const frame of frames) {
      count++;
      yield frame;
    }
  };
  const shift = (-PRIMING_SAMPLES / SAMPLE_RATE).toFixed(9);
  await runFfmpeg(
    {
      inputs: [{ at: Readable.from(counted(), { objectMode: false }), options: ['-itsoffset', shift, '-f', 'aac'] }],
      output: { at: outFile, options: ['-c', 'copy', '-bsf:a', 'aac_adtstoasc', '-f', 'mp4'] },
    },
    runtime,
  );
  return count;
}
