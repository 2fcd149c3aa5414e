import { expect, it } from 'vitest';
import { videoFactsSchema } from '#features/images/fetching/store-decoded-video.ts';

it('facts of a video are taken from a decoder of an earlier version, which measures no tones', () => {
  const facts = { fps: 25, poster: { width: 320, height: 180, content_type: 'image/jpeg' } };
  expect(videoFactsSchema.parse(facts)).toEqual(facts);
  const tones = Buffer.alloc(48).toString('base64');
  expect(videoFactsSchema.parse({ ...facts, tones })).toEqual({ ...facts, tones });
  expect(videoFactsSchema.safeParse({ ...facts, tones: 'light' }).success).toBe(false);
});
