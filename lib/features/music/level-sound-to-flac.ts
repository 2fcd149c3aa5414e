import { open } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { TARGET_LOUDNESS_LUFS, TRUE_PEAK_CEILING_DBTP } from '#engine/speech/loudness-target.ts';
import {
  flacOutputOptions,
  type GainWithLimiter,
  loudnessMeterOutputOptions,
  peakLimitedFlacOutputOptions,
} from '#engine/video/ffmpeg/audio-arguments.ts';
import { type FfmpegInputOrOutput, type FfmpegRuntime, runFfmpeg } from '#engine/video/ffmpeg/run.ts';

/** Maximum gain in dB; a higher one would amplify noise. */
const MAX_GAIN_DB = 20;
/** The absolute gate of the loudness meter in LUFS (ITU-R BS.1770): quieter sound is not measured. */
const GATE_LUFS = -70;
/** Byte of a FLAC file in whose lower 4 bits the 36-bit total of samples starts (RFC 9639 §8.2, STREAMINFO). */
const TOTAL_SAMPLES_OFFSET = 21;

/** Maximum reduction of peaks by the limiter in dB; a higher one would be heard. */
const MAX_LIMITING_DB = 9;
/**
 * Extra gain in dB for each dB of loudness lost in the limiter. More than 1, because the limiter takes a part of the extra gain, too.
 * Measured with speech and with bursts of tones.
 */
const MAKE_UP_FACTOR = 2;

/** Sound that can be read again. */
export interface RereadableSound {
  /** A new stream of the sound for each reading. */
  input(): FfmpegInputOrOutput<Readable>;
  channels: number;
  /** True: high peaks are limited, so that speech reaches the loudness. Otherwise sound with high peaks remains quieter. */
  mayBeLimited?: boolean;
}

/**
 * Writes sound as FLAC with 48 kHz, −16 LUFS and at most −1.5 dBTP. The gain is linear, without a limiter unless `source.mayBeLimited` is
 * true, because a limiter would be audible on music.
 * @param file the FLAC file; a file instead of a pipe, because the encoder seeks back to write the number of samples
 * @returns the number of samples per channel; undefined for silence, of which nothing is written
 * @throws FfmpegError; the signal's reason after an abort.
 */
export async function levelSoundToFlac(
  source: RereadableSound,
  file: string,
  runtime: FfmpegRuntime,
): Promise<number | undefined> {
  const { loudness, peak } = await measureLoudness(source, runtime);
  if (!(loudness > GATE_LUFS)) return undefined;
  const wantedGain = Math.min(TARGET_LOUDNESS_LUFS - loudness, MAX_GAIN_DB);
  const gainWithoutLimiter = Math.min(wantedGain, TRUE_PEAK_CEILING_DBTP - peak);
  const options =
    source.mayBeLimited && gainWithoutLimiter < wantedGain
      ? peakLimitedFlacOutputOptions(await limitedGainOf(source, { loudness, peak, wantedGain }, runtime))
      : flacOutputOptions(gainWithoutLimiter);
  await runFfmpeg({ inputs: [source.input()], output: { at: file, options } }, runtime);
  return samplesOfFlac(file);
}

/** The gain with which limited sound is as loud as with the wanted gain without a limiter, as far as the limiter may reduce its peaks. */
async function limitedGainOf(
  source: RereadableSound,
  { loudness, peak, wantedGain }: { loudness: number; peak: number; wantedGain: number },
  runtime: FfmpegRuntime,
): Promise<GainWithLimiter> {
  const maxGain = TRUE_PEAK_CEILING_DBTP - peak + MAX_LIMITING_DB;
  const firstGain = { gain: Math.min(wantedGain, maxGain), ceiling: TRUE_PEAK_CEILING_DBTP };
  const limitedSound = await measureLoudness(source, runtime, firstGain);
  const lostLoudness = Math.max(0, loudness + firstGain.gain - limitedSound.loudness);
  return { ...firstGain, gain: Math.min(firstGain.gain + MAKE_UP_FACTOR * lostLoudness, maxGain) };
}

/** Reads the number of samples per channel from the start of a FLAC file. */
async function samplesOfFlac(file: string): Promise<number> {
  await using handle = await open(file);
  const fileStart = Buffer.alloc(TOTAL_SAMPLES_OFFSET + 5);
  await handle.read(fileStart, 0, fileStart.length, 0);
  return (fileStart.readUInt8(TOTAL_SAMPLES_OFFSET) & 15) * 2 ** 32 + fileStart.readUInt32BE(TOTAL_SAMPLES_OFFSET + 1);
}

/**
 * Integrated loudness in LUFS, and the highest true peak of any channel in dBTP.
 * @param gainWithLimiter measures the sound after this gain and its limiter; absent: the sound as it is
 */
async function measureLoudness(
  { input, channels }: RereadableSound,
  runtime: FfmpegRuntime,
  gainWithLimiter?: GainWithLimiter,
): Promise<{ loudness: number; peak: number }> {
  // Each report of the meter covers all samples so far, so only the last one is needed.
  let tail = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      tail = (tail + chunk.toString('latin1')).slice(-4096);
      callback();
    },
  });
  await runFfmpeg(
    { inputs: [input()], output: { at: sink, options: loudnessMeterOutputOptions(gainWithLimiter) } },
    runtime,
  );
  const valuesOf = (pattern: RegExp) => [...tail.matchAll(pattern)].map(([, value]) => Number(value));
  const peaks = valuesOf(/lavfi\.r128\.true_peaks_ch\d=(\S+)/g).slice(-channels);
  return {
    loudness: valuesOf(/lavfi\.r128\.I=(\S+)/g).at(-1) ?? Number.NEGATIVE_INFINITY,
    peak: 20 * Math.log10(Math.max(1e-6, ...peaks)),
  };
}
