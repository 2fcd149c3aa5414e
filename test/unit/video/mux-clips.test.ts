import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BitstreamError, UnsupportedStreamError } from '#engine/video/bits/stream-errors.ts';
import type { ClipOnTimeLine } from '#engine/video/clips/clip.ts';
import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import { ClipsDoNotJoinError, type ClipsMuxSpec, muxClips } from '#engine/video/mux/mux-clips.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mux-clips-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A missing binary: every call of the encoder fails. */
const runtime = { ffmpegPath: '/nowhere/ffmpeg' };

/** Units that start no picture, and an IVF frame of two bytes that is not a frame. */
const UNITS = Buffer.from([0, 0, 0, 1, 0x09, 0x10, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff]);
const IVF_FRAME = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x32, 0]);

/** A video of one clip whose bytes are not a picture. */
async function spoilt(codec: VideoCodecId): Promise<ClipsMuxSpec> {
  const file = join(folder, 'clips');
  const bytes = codec === 'vp9' || codec === 'av1' ? IVF_FRAME : UNITS;
  await writeFile(file, bytes);
  const clip: ClipOnTimeLine = {
    file,
    shown: 1,
    clip: { form: 'moving', frames: 1, parameter_sets: 'none', offset: 0, bytes: bytes.length },
  };
  const settings = { codec, width: 64, height: 64, fps: 30, quality: 'standard' } as const;
  return { settings, frames: 1, clips: [clip] };
}

describe('clips that do not join', () => {
  it.each(['h265', 'vp9', 'av1'] as const)('of %s are an error that says so and why', async (codec) => {
    const spec = await spoilt(codec);
    const error: unknown = await muxClips(spec, join(folder, 'out'), runtime).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ClipsDoNotJoinError);
    const { message, cause } = error as ClipsDoNotJoinError;
    expect(cause instanceof UnsupportedStreamError || cause instanceof BitstreamError).toBe(true);
    expect(message).toContain(`the ${codec} clips do not join`);
    expect(message).toContain((cause as Error).message);
    expect(await readdir(folder)).toEqual(['clips']);
  });

  it('of H.264 are encoded again', async () => {
    const muxing = muxClips(await spoilt('h264'), join(folder, 'out'), runtime);
    await expect(muxing).rejects.toThrow('the ffmpeg binary is missing');
  });

  it('are distinguished from files that cannot be read', async () => {
    const spec = await spoilt('h265');
    await rm(join(folder, 'clips'));
    await expect(muxClips(spec, join(folder, 'out'), runtime)).rejects.toThrow('ENOENT');
  });
});
