import { expect, it } from 'vitest';
import type { EncodedClip } from '#engine/video/clips/clip.ts';
import type { Codec } from '#engine/video/codecs/codec-facts.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import type { Drawer } from '#features/renders/draw-pictures.ts';
import { makeClips } from '#features/renders/make-clips.ts';
import type { NamedShot } from '#features/renders/plan/render-plan.ts';
import type { VideoMaker } from '#features/renders/ports.ts';

const clip: EncodedClip = { form: 'key_frame', frames: 1, offset: 0, bytes: 1, parameter_sets: '' };
const fade: NamedShot = {
  ...{ kind: 'transition', type: 'fade', direction: 'ltr', frames: 15, clip: 'a' },
  ...{ from: { slide: 0 }, to: { slide: 1 } },
};

/** What the encoder is given for a fade: the numbers of pictures that stand, and of moves. */
async function encodedFor(
  codec: Codec,
  shots: NamedShot[] = [fade],
): Promise<{ pictures: number[]; moves: number; freed: number[] }> {
  const given = { pictures: [] as number[], moves: 0, freed: [] as number[] };
  const maker: Pick<VideoMaker, 'encodeStillClips' | 'encodeMovingClips'> = {
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
  const drawer = {
    raw: async ({ slide }: { slide: number }): Promise<RawPicture> => ({
      width: slide,
      height: 0,
      rgba: new Uint8Array(),
    }),
    free: ({ width }: RawPicture) => given.freed.push(width),
  } as unknown as Drawer;
  const settings = { codec, width: 2, height: 2, fps: 30, quality: 'standard' } as const;
  const made = await makeClips(maker, drawer, settings, shots, '/clips', new AbortController().signal);
  expect(made.flatMap(({ clips }) => clips)).toEqual(shots.map((shot) => ({ name: shot.clip, clip })));
  return given;
}

it('encodes the picture at the end of a fade that decoders blend, and every frame of others', async () => {
  expect(await encodedFor('h264')).toMatchObject({ pictures: [1], moves: 0 });
  expect(await encodedFor('vp9')).toMatchObject({ pictures: [], moves: 1 });
});

it('frees each picture when the encoder has done with it', async () => {
  const stills = [3, 4, 5].map(
    (slide): NamedShot => ({ kind: 'still', frames: 30, picture: { slide }, clip: `s${slide}` }),
  );
  expect(await encodedFor('h264', stills)).toEqual({ pictures: [3, 4, 5], moves: 0, freed: [3, 4, 5] });
});
