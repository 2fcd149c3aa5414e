import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DecodedAudio } from '#engine/audio-decoding/decoded-audio.ts';
import { floatPcmInputOptions } from '#engine/video/ffmpeg/audio-arguments.ts';
import type { FfmpegRuntime } from '#engine/video/ffmpeg/run.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { levelSoundToFlac } from './level-sound-to-flac.ts';
import type { LevelledMusic } from './ports.ts';

/** The number of samples per channel that are written at a time. */
const BLOCK_SAMPLES = 65_536;

/**
 * Converts decoded music to FLAC, levelled as in `levelSoundToFlac`.
 * @throws ServiceError `audio_invalid` when the music is silent; FfmpegError; the signal's reason after an abort.
 */
export async function levelMusicToFlac(audio: DecodedAudio, runtime: FfmpegRuntime): Promise<LevelledMusic> {
  const folder = await mkdtemp(join(tmpdir(), 'music-'));
  try {
    const file = join(folder, 'music.flac');
    const channels = audio.channels.length;
    const samples = await levelSoundToFlac({ input: () => ffmpegInputOf(audio), channels }, file, runtime);
    if (samples === undefined)
      throw new ServiceError('audio_invalid', 'The music is silent. Send a file that can be heard.', {
        param: 'audio',
      });
    const bytes = await readFile(file);
    return { bytes, samples, channels: audio.channels.length === 1 ? 1 : 2, content_type: 'audio/flac' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ffmpegInputOf = ({ channels, sampleRate }: DecodedAudio) => ({
  at: Readable.from(interleavedBlocks(channels), { objectMode: false }),
  options: floatPcmInputOptions({ sampleRate, channels: channels.length }),
});

/** The samples of all channels, interleaved, as blocks of 32-bit floats. */
function* interleavedBlocks(channels: readonly Float32Array[]): Generator<Buffer> {
  const length = channels[0]?.length ?? 0;
  for (let blockStart = 0; blockStart < length; blockStart += BLOCK_SAMPLES) {
    const count = Math.min(BLOCK_SAMPLES, length - blockStart);
    const block = new Float32Array(count * channels.length);
    for (const [channel, samples] of channels.entries())
      for (let i = 0; i < count; i++) block[i * channels.length + channel] = samples[blockStart + i] ?? 0;
    yield Buffer.from(block.buffer);
  }
}
