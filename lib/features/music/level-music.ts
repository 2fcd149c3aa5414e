import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { DecodedAudio } from '#engine/audio-decoding/decoded-audio.ts';
import { flacOutput, floatInput, meterOutput } from '#engine/video/ffmpeg/audio-arguments.ts';
import { type FfmpegRuntime, runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { LevelledMusic } from './ports.ts';

/** LUFS, integrated; the same as narration. */
const TARGET_LOUDNESS = -16;
/** dBTP. 0.3 dB below the documented limit: two meters of true peak differ by about that much. */
const CEILING = -1.8;
/** dB. A higher gain amplifies noise. */
const MAX_GAIN = 20;
/** LUFS. The gate of the meter: quieter sound does not count. */
const GATE = -70;
/** Samples per channel that are written at a time. */
const BLOCK = 65_536;
/** RFC 9639 §8.2: the STREAMINFO block comes first and has the total of samples in 36 bits from this byte. */
const TOTAL_SAMPLES = 21;

/**
 * Brings music to 48 kHz, −16 LUFS and at most −1.5 dBTP, as FLAC. The gain is linear: a limiter is inaudible on speech but
 * audible on music. Music with high peaks therefore stays quieter.
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
    // A file, not a pipe: the encoder seeks back to write the number of samples.
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
  // Each report covers all samples so far: the last one counts.
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
