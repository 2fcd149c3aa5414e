import { open } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { flacOutput, loudnessMeterOutput } from '#engine/video/ffmpeg/audio-arguments.ts';
import { type FfmpegEndpoint, type FfmpegRuntime, runFfmpeg } from '#engine/video/ffmpeg/run.ts';

/** Integrated loudness in LUFS; the same as that of narration. */
const TARGET_LOUDNESS = -16;
/** Highest true peak in dBTP: 0.3 dB below the documented limit, because meters of true peak differ by about that much. */
const CEILING = -1.8;
/** Largest gain in dB; a higher one would amplify noise. */
const MAX_GAIN = 20;
/** The absolute gate of the loudness meter in LUFS (ITU-R BS.1770): quieter sound is not measured. */
const GATE = -70;
/** Byte of a FLAC file in whose lower 4 bits the 36-bit total of samples starts (RFC 9639 §8.2, STREAMINFO). */
const TOTAL_SAMPLES = 21;

/** Sound that can be read twice. */
export interface RereadableSound {
  input(): FfmpegEndpoint<Readable>;
  channels: number;
}

/**
 * Writes sound as FLAC with 48 kHz, −16 LUFS and at most −1.5 dBTP. The gain is linear, without a limiter, which would be audible on
 * music. Sound with high peaks therefore remains quieter.
 * @param file the FLAC file; a file instead of a pipe, because the encoder seeks back to write the number of samples
 * @returns the number of samples per channel; undefined for silence, of which nothing is written
 * @throws FfmpegError; the signal's reason after an abort.
 */
export async function levelSoundToFlac(
  source: RereadableSound,
  file: string,
  runtime: FfmpegRuntime,
): Promise<number | undefined> {
  const { loudness, peak } = await measure(source, runtime);
  if (!(loudness > GATE)) return undefined;
  const gain = Math.min(TARGET_LOUDNESS - loudness, CEILING - peak, MAX_GAIN);
  await runFfmpeg({ inputs: [source.input()], output: { at: file, options: flacOutput(gain) } }, runtime);
  return samplesOfFlac(file);
}

async function samplesOfFlac(file: string): Promise<number> {
  await using handle = await open(file);
  const head = Buffer.alloc(TOTAL_SAMPLES + 5);
  await handle.read(head, 0, head.length, 0);
  return (head.readUInt8(TOTAL_SAMPLES) & 15) * 2 ** 32 + head.readUInt32BE(TOTAL_SAMPLES + 1);
}

/** Integrated loudness in LUFS, and the highest true peak of any channel in dBTP. */
async function measure(
  { input, channels }: RereadableSound,
  runtime: FfmpegRuntime,
): Promise<{ loudness: number; peak: number }> {
  // Each report of the meter covers all samples so far, so only the last one is needed.
  let tail = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      tail = (tail + chunk.toString('latin1')).slice(-4096);
      done();
    },
  });
  await runFfmpeg({ inputs: [input()], output: { at: sink, options: loudnessMeterOutput() } }, runtime);
  const last = (key: RegExp) => [...tail.matchAll(key)].map(([, value]) => Number(value));
  const peaks = last(/lavfi\.r128\.true_peaks_ch\d=(\S+)/g).slice(-channels);
  return {
    loudness: last(/lavfi\.r128\.I=(\S+)/g).at(-1) ?? Number.NEGATIVE_INFINITY,
    peak: 20 * Math.log10(Math.max(1e-6, ...peaks)),
  };
}
