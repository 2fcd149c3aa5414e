import { expect, test } from 'vitest';
import { DEPLOYED_VIDEO_CODECS } from '#engine/video/codecs/codec-facts.ts';
import { findAvailableCodecs } from '#engine/video/codecs/find-available-codecs.ts';
import { FFMPEG_ENCODERS } from '#engine/video/ffmpeg/codec-encoders.ts';
import { FfmpegError } from '#engine/video/ffmpeg/run.ts';
import { NoEncoderError, requireUsableEncoder } from '#engine/video/ffmpeg/video-encoders.ts';
import { runtime } from '#test/support/video/pictures.ts';

test('the given ffmpeg offers H.264, H.265 and VP9, and not the AV1 of an encoder that is too slow', async () => {
  expect(await findAvailableCodecs(runtime)).toEqual(['h264', 'h265', 'vp9']);
  expect((await requireUsableEncoder(FFMPEG_ENCODERS.h265, runtime)).name).toBe('libx265');
  await expect(requireUsableEncoder(FFMPEG_ENCODERS.av1, runtime)).rejects.toThrow(NoEncoderError);
});

test('a deployed stage offers the codecs that this ffmpeg has, without starting it', async () => {
  expect(DEPLOYED_VIDEO_CODECS, '`isDeployed` in lib/engine/video/codecs/codec-facts.ts').toEqual(
    await findAvailableCodecs(runtime),
  );
});

test('a binary that is not there is a failure, not one without codecs', async () => {
  await expect(findAvailableCodecs({ ffmpegPath: '/nowhere/ffmpeg' })).rejects.toThrow(FfmpegError);
});
