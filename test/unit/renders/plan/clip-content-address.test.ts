import { describe, expect, it } from 'vitest';
import type { VideoSettings } from '#engine/video/settings.ts';
import { clipContentAddress } from '#features/renders/plan/clip-content-address.ts';
import type { PictureRef, VideoShot } from '#features/renders/plan/video-shot.ts';

const settings: VideoSettings = { codec: 'h264', width: 1920, height: 1080, fps: 30, quality: 'standard' };
const drawing = (picture: PictureRef): string => JSON.stringify(picture);
const name = (shot: VideoShot, over: Partial<VideoSettings> = {}, encoder = 'e') =>
  clipContentAddress(shot, { ...settings, ...over }, drawing, encoder);

const still: VideoShot = { kind: 'still', frames: 30, picture: { slide: 0 } };
const fade: VideoShot = {
  kind: 'transition',
  type: 'fade',
  direction: 'ltr',
  frames: 15,
  from: { slide: 0 },
  to: { slide: 1 },
};
const wipe: VideoShot = { ...fade, type: 'wipe' };
const zoom: VideoShot = { kind: 'image_motion', slide: 0, motion: 'zoom_in', first: 0, frames: 150, total: 300 };

describe('the name of a clip', () => {
  it('is the same for a picture that stands longer', () => {
    expect(name({ ...still, frames: 9000 })).toBe(name(still));
  });

  it('is that of the still at its end for a fade that decoders blend', () => {
    const end = name({ ...still, picture: { slide: 1 } });
    expect(name(fade)).toBe(end);
    expect(name({ ...fade, frames: 30, from: { slide: 7 } })).toBe(end);
    const encoded = [
      name(fade, { codec: 'h265' }),
      name({ ...fade, captions: [] }),
      name({ ...fade, from: { slide: 0, rest: 'end' } }),
      name(wipe),
    ];
    expect(new Set([...encoded, end, name({ ...still, picture: { slide: 1 } }, { codec: 'h265' })]).size).toBe(6);
  });

  it('is that of the still at its end for a picture that decoders move in, unless it is too wide', () => {
    const end = name({ ...still, picture: { slide: 1 } });
    for (const type of ['slide', 'cover'] as const) {
      const moved = { ...fade, type };
      expect(name(moved)).toBe(end);
      expect(name({ ...moved, direction: 'rtl' })).toBe(end);
      const wide = { width: 2560, height: 1440 };
      expect(name(moved, wide)).not.toBe(name({ ...still, picture: { slide: 1 } }, wide));
    }
  });

  it('says of a part that decoders raise which picture was before it, not how long it takes', () => {
    const rise: VideoShot = { ...fade, type: 'rise' };
    expect(name({ ...rise, frames: 9 })).toBe(name(rise));
    expect(new Set([name(rise), name(fade), name({ ...rise, from: { slide: 2 } })]).size).toBe(3);
  });

  it('differs by all that can change a byte', () => {
    const names = [
      name(still),
      name({ ...still, picture: { slide: 0, revealed: 1 } }),
      name(still, { codec: 'h265' }),
      name(still, { width: 1080 }),
      name(still, { height: 1350 }),
      name(still, { fps: 60 }),
      name(still, { quality: 'high' }),
      name(still, {}, 'another encoder'),
      name(fade),
      name(wipe),
      name({ ...wipe, direction: 'rtl' }),
      name({ ...wipe, frames: 16 }),
      name({ ...wipe, from: { slide: 2 } }),
      name({ ...wipe, to: { slide: 2 } }),
      name({ ...fade, to: { slide: 1, rest: 'start' } }),
      name(zoom),
      name({ ...zoom, motion: 'zoom_out' }),
      name({ ...zoom, first: 150 }),
      name({ ...zoom, frames: 149 }),
      name({ ...zoom, total: 301 }),
      name({ ...zoom, slide: 1 }),
      name({ ...still, picture: { slide: 0, caption: '' } }),
      name({ ...still, picture: { slide: 0, caption: 'Hello.' } }),
      name({ ...fade, from: { slide: 0, caption: '' }, to: { slide: 1, caption: '' }, captions: [] }),
      name({ ...fade, captions: [{ text: 'Hello.', first: 0, end: 15 }] }),
      name({ ...fade, captions: [{ text: 'Hello.', first: 1, end: 15 }] }),
      name({ ...fade, captions: [{ text: 'Hello.', first: 0, end: 14 }] }),
      name({ ...fade, captions: [{ text: 'Hullo.', first: 0, end: 15 }] }),
      name({ ...zoom, captions: [] }),
      name({ ...zoom, captions: [{ text: 'Hello.', first: 0, end: 15 }] }),
    ];
    expect(new Set(names).size).toBe(names.length);
    for (const each of names) expect(each).toMatch(/^[0-9a-f]{64}$/);
  });
});
