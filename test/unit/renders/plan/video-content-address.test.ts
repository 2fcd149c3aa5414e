import { expect, it } from 'vitest';
import type { VideoSettings } from '#engine/video/settings.ts';
import { videoContentAddress } from '#features/renders/plan/video-content-address.ts';
import type { VideoShot } from '#features/renders/plan/video-shot.ts';

const settings: VideoSettings = { codec: 'h264', width: 1920, height: 1080, fps: 30, quality: 'standard' };
const texts = { title: 'A', language: 'en', chapters: [], captions: 'none', poster: 'p' } as const;
const entering = { kind: 'transition', frames: 12, from: { slide: 0 }, to: { slide: 1 } } as const;
const nameWith = (shot: VideoShot): string => {
  const shots = [{ ...shot, clip: 'b' }];
  return videoContentAddress({ versions: {}, build: 'x' }, settings, { frames: 12, captions: [], shots }, texts);
};

it('the name of a video says by which transition a picture enters, although the clip is the same', () => {
  const names = (['fade', 'slide', 'cover'] as const).flatMap((type) =>
    (['ltr', 'rtl'] as const).map((direction) => nameWith({ ...entering, type, direction })),
  );
  expect(new Set([...names, nameWith({ kind: 'still', frames: 12, picture: { slide: 1 } })]).size).toBe(7);
});
