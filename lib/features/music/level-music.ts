import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { DecodedAudio } from '#engine/audio-decoding/decoded-audio.ts';
import { flacOutput, floatInput, meterOutput } from '#engine/video/ffmpeg/audio-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { LevelledMusic } from './ports.ts';

/** Integrated loudness in LUFS; the same as that of narration. */
const TARGET_LOUDNESS = -16;
/** Highest true peak in dBTP: 0.3 dB below the documented limit, because meters of true peak differ by about that much. */
const CEILING = -1.8;
/** Largest gain in dB; a higher one would amplify noise. */
const MAX_GAIN = 20;
/** The absolute gate of the loudness meter in LUFS (ITU-R BS.1770): quieter sound is not measured. */
const GATE = -70;
/** The number of samples per channel that are written at a time. */
const BLOCK = 65_536;
/** Byte of a FLAC file in whose lower 4 bits the 36-bit total of samples starts (RFC 9639 §8.2, STREAMINFO). */
const TOTAL_SAMPLES = 21;

/**
 * Converts music to FLAC with 48 kHz, −16 LUFS and at most −1.5 dBTP. The gain is linear, without a limiter, which would be audible on
 * music. Music with high peaks therefore remains quieter.
 * @throws ServiceError `audio_invalid` when the music is silent; FfmpegError; the signal's reason after an abort.
 */
export async function levelMusic(audio: DecodedAudio, runtime: FfmpegRuntime): Promise<LevelledMusic> {
  const folder = await mkdtemp(join(tmpdir(), 'music-'));
  try {
    const { loudness, peak } = await measure(audio, runtime);
    if (!(loudness > GATE))
      throw new ServiceError('audio_invalid', 'The music is silent. Send a file that can be heard.', {
        param: 'audio',
      });
    const gain = Math.min(TARGET_LOUDNESS - loudness, CEILING - peak, MAX_GAIN);
    // A file instead of a pipe, because the encoder seeks back to write the number of samples.
    const file = join(folder, 'music.flac');
    await runFfmpeg({ inputs: [inputOf(audio)], output: { at: file, options: flacOutput(gain) } }, runtime);
    const bytes = await readFile(file);
    const samples = (bytes.readUInt8(TOTAL_SAMPLES) & 15) * 2 ** 32 + bytes.readUInt32BE(TOTAL_SAMPLES + 1);
    return { bytes, samples, channels: audio.channels.length === 1 ? 1 : 2, content_type: 'audio/flac' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Integrated loudness in LUFS, and the highest true peak of any channel in dBTP. */
async function measure(audio: DecodedAudio, runtime: FfmpegRuntime): Promise<{ loudness: number; peak: number }> {
  // Each report of the meter covers all samples so far, so only the last one is needed.
  let tail = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      tail = (tail + chunk.toString('latin1')).slice(-4096);
      done();
    },
  });
  await runFfmpeg({ inputs: [inputOf(audio)], output: { at: sink, options: meterOutput() } }, runtime);
  const last = (key: RegExp) => [...tail.matchAll(key)].map(([, value]) => Number(value));
  const peaks = last(/lavfi\.r128\.true_peaks_ch\d=(\S+)/g).slice(-audio.channels.length);
  return {
    loudness: last(/lavfi\.r128\.I=(\S+)/g).at(-1) ?? Number.NEGATIVE_INFINITY,
    peak: 20 * Math.log10(Math.max(1e-6, ...peaks)),
  };
}

const inputOf = ({ channels, sampleRate }: DecodedAudio) => ({
  at: Readable.from(interleaved(channels), { objectMode: false }),
  options: floatInput({ sampleRate, channels: channels.length }),
});

/** The samples of all channels, interleaved, as blocks of 32-bit floats. */
function* interleaved(channels: readonly Float32Array[]): Generator<Buffer> {
  const length = channels[0]?.length ?? 0;
  for (let from = 0; from < length; from += BLOCK) {
    const count = Math.min(BLOCK, length - from);
    const block = new Float32Array(count * channels.length);
    for (const [channel, samples] of channels.entries())
      for (let i = 0; i < count; i++) block[i * channels.length + channel] = samples[from + i] ?? 0;
    yield Buffer.from(block.buffer);
  }
}
