import { expect, it } from 'vitest';
import type { EncodedClip } from '#engine/video/clips/clip.ts';
import type { VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import type { PictureDrawer } from '#features/renders/draw-pictures.ts';
import { encodeShotClips } from '#features/renders/encode-shot-clips.ts';
import type { ShotWithClipAddress } from '#features/renders/plan/render-plan.ts';
import type { PictureRef } from '#features/renders/plan/video-shot.ts';
import type { VideoPartEncoder } from '#features/renders/ports.ts';

const clip: EncodedClip = { form: 'key_frame', frames: 1, offset: 0, bytes: 1, parameter_sets: '' };
const fade: ShotWithClipAddress = {
  ...{ kind: 'transition', type: 'fade', direction: 'ltr', frames: 15, clip: 'a' },
  ...{ from: { slide: 0 }, to: { slide: 1 } },
};

/** What the encoder is given for a fade: the numbers of pictures that stand, and of moves. */
async function encodedFor(
  codec: VideoCodecId,
  shots: ShotWithClipAddress[] = [fade],
): Promise<{ pictures: number[]; moves: number; freed: number[] }> {
  const given = { pictures: [] as number[], moves: 0, freed: [] as number[] };
  const maker: Pick<VideoPartEncoder, 'encodeStillClips' | 'encodeMovingClips'> = {
    async encodeStillClips(_settings, pictures) {
      for await (const { width } of pictures) {
        expect(given.freed).not.toContain(width);
        given.pictures.push(width);
      }
      return given.pictures.map(() => clip);
    },
    async encodeMovingClips(_settings, moves) {
      for await (const _ of moves) given.moves += 1;
      return [clip];
    },
  };
  const still = async ({ slide }: { slide: number }): Promise<RawPicture> => ({
    width: slide,
    height: 0,
    rgba: new Uint8Array(),
  });
  const drawer = {
    still,
    free: ({ width }: RawPicture) => given.freed.push(width),
  } as unknown as PictureDrawer;
  const settings = { codec, width: 2, height: 2, fps: 30, quality: 'standard' } as const;
  const made = await encodeShotClips(maker, drawer, settings, shots, '/clips', new AbortController().signal);
  expect(made.flatMap(({ clips }) => clips)).toEqual(shots.map((shot) => ({ name: shot.clip, clip })));
  return given;
}

it('encodes the picture at the end of a fade that decoders blend, and every frame of others', async () => {
  expect(await encodedFor('h264')).toMatchObject({ pictures: [1], moves: 0 });
  expect(await encodedFor('vp9')).toMatchObject({ pictures: [], moves: 1 });
});

/** A drawer whose slide 4 has a bar that the other slides do not have, and an encoder that tells its pictures apart by their place. */
function barWorld() {
  const drawn: PictureRef[] = [];
  const drawer = {
    async still(picture: PictureRef): Promise<RawPicture> {
      drawn.push(picture);
      const rgba = new Uint8Array(4 * 64 * 64);
      if (picture.slide === 4) rgba.fill(9, 4 * 64 * 20, 4 * 64 * 30);
      return { width: 64, height: 64, rgba };
    },
    async drifts() {
      return [DRIFT];
    },
    free() {},
  } as unknown as PictureDrawer;
  const maker: Pick<VideoPartEncoder, 'encodeStillClips' | 'encodeMovingClips'> = {
    async encodeStillClips(_settings, pictures) {
      const clips: EncodedClip[] = [];
      for await (const _ of pictures) clips.push({ ...clip, offset: clips.length });
      return clips;
    },
    encodeMovingClips: () => Promise.reject(new Error('no frame of it is encoded')),
  };
  const settings = { codec: 'h264', width: 64, height: 64, fps: 30, quality: 'standard' } as const;
  return {
    drawn,
    async clipsOf(shots: readonly ShotWithClipAddress[]): Promise<EncodedClip[]> {
      const made = await encodeShotClips(maker, drawer, settings, shots, '/clips', new AbortController().signal);
      return made.flatMap(({ clips }) => clips.map((each) => each.clip));
    },
  };
}

const DRIFT = { x: 0, y: 0, width: 8, height: 8, across: 1, down: 1 };
const stillOf = (slide: number, over: Partial<PictureRef> = {}): ShotWithClipAddress => ({
  ...{ kind: 'still', frames: 9, clip: `s${slide}` },
  picture: { slide, ...over },
});
const rise: ShotWithClipAddress = { ...fade, type: 'rise', from: { slide: 3 }, to: { slide: 4 }, clip: 'r' };

it('draws and encodes the pictures around a part that rises once each, and says which part that is', async () => {
  const { drawn, clipsOf } = barWorld();
  const clips = await clipsOf([stillOf(3), rise, stillOf(4), stillOf(5)]);
  expect(drawn.map(({ slide }) => slide)).toEqual([3, 4, 5]);
  expect(clips.map(({ offset }) => offset)).toEqual([0, 1, 1, 2]);
  const rises = { x: 0, y: 16, width: 64, height: 18 };
  expect(clips.map((each) => each.rises)).toEqual([undefined, rises, undefined, undefined]);
});

it('draws a picture with parts that drift once, also after a part that rises to it', async () => {
  const { drawn, clipsOf } = barWorld();
  const clips = await clipsOf([stillOf(3), rise, stillOf(4, { drifts: true })]);
  expect(drawn).toEqual([{ slide: 3 }, { slide: 4, drifts: true }]);
  expect(clips.map(({ offset, drifts }) => [offset, drifts])).toEqual([
    [0, undefined],
    [1, undefined],
    [1, [DRIFT]],
  ]);
});

it('frees each picture when the encoder has done with it', async () => {
  const stills = [3, 4, 5].map(
    (slide): ShotWithClipAddress => ({ kind: 'still', frames: 30, picture: { slide }, clip: `s${slide}` }),
  );
  expect(await encodedFor('h264', stills)).toEqual({ pictures: [3, 4, 5], moves: 0, freed: [3, 4, 5] });
});
