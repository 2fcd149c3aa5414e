import { expect, test } from 'vitest';
import { availableCodecs } from '../../../lib/video/codecs/available-codecs.ts';
import { DEPLOYED_CODECS } from '../../../lib/video/codecs/codec-facts.ts';
import { ENCODERS } from '../../../lib/video/ffmpeg/codec-encoders.ts';
import { FfmpegError } from '../../../lib/video/ffmpeg/run.ts';
import { NoEncoderError, usableEncoder } from '../../../lib/video/ffmpeg/video-encoders.ts';
import { runtime } from '../../support/video/pictures.ts';

test('the given ffmpeg offers H.264, H.265 and VP9, and not the AV1 of an encoder that is too slow', async () => {
  expect(await availableCodecs(runtime)).toEqual(['h264', 'h265', 'vp9']);
  expect((await usableEncoder(ENCODERS.h265, runtime)).name).toBe('libx265');
  await expect(usableEncoder(ENCODERS.av1, runtime)).rejects.toThrow(NoEncoderError);
});

test('a deployed stage offers the codecs that this ffmpeg has, without starting it', async () => {
  expect(DEPLOYED_CODECS, '`isDeployed` in lib/video/codecs/codec-facts.ts').toEqual(await availableCodecs(runtime));
});

test('a binary that is not there is a failure, not one without codecs', async () => {
  await expect(availableCodecs({ ffmpegPath: '/nowhere/ffmpeg' })).rejects.toThrow(FfmpegError);
});
