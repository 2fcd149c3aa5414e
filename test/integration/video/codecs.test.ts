import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { FfmpegError } from '../../../lib/video/ffmpeg/run.ts';
import { availableCodecs, videoEncoder } from '../../../lib/video/ffmpeg/video-encoders.ts';
import { runtime } from '../../support/video/pictures.ts';

test('the given ffmpeg offers H.264, H.265 and VP9, and not the AV1 of an encoder that is too slow', async () => {
  expect(await availableCodecs(runtime)).toEqual(['h264', 'h265', 'vp9']);
  expect(await videoEncoder('h265', runtime)).toBe('libx265');
  expect(await videoEncoder('av1', runtime)).toBeUndefined();
});

test('a deployed stage tells the codecs that this ffmpeg has, without starting it', async () => {
  const written = readFileSync(join(import.meta.dirname, '../../../serverless.yml'), 'utf8');
  const { provider } = z
    .object({ provider: z.object({ environment: z.object({ VIDEO_CODECS: z.string() }) }) })
    .parse(parse(written, { logLevel: 'silent' }));
  expect(provider.environment.VIDEO_CODECS.split(',')).toEqual(await availableCodecs(runtime));
});

test('a binary that is not there is a failure, not one without codecs', async () => {
  await expect(availableCodecs({ ffmpegPath: '/nowhere/ffmpeg' })).rejects.toThrow(FfmpegError);
});
