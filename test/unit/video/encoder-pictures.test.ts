import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  convertPicturesToYuv420,
  createPicturePipe,
  createReusableYuvPictures,
  iteratePictureBytesAndNotify,
  prefetchFirstItem,
} from '#engine/video/clips/encoder-pictures.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import { freePictureMemory, PictureMismatchError, type RawPicture } from '#engine/video/picture.ts';
import { collected } from '#test/support/video/seam-steps.ts';

const SIZE = { width: 16, height: 8 };
const COUNT = 9;

const picture = (shade: number): RawPicture => ({ ...SIZE, rgba: new Uint8Array(16 * 8 * 4).fill(shade) });

async function* drawn(count: number): AsyncGenerator<RawPicture> {
  for (let shade = 0; shade < count; shade++) {
    const one = picture(20 * shade);
    yield one;
    // What the caller does to a picture afterwards must not show.
    one.rgba.fill(255);
    freePictureMemory(one);
  }
}

/** Takes as long for each piece as a slow encoder, and reads it only at the end of that, as a pipe may. */
function slowEncoder(): { input: Writable; received: Buffer[] } {
  const received: Buffer[] = [];
  const input = new Writable({
    highWaterMark: 1,
    async write(piece: Buffer, _encoding, done) {
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      received.push(Buffer.from(piece));
      done();
    },
  });
  return { input, received };
}

test('pictures that are written over in turn reach a slow encoder whole', async () => {
  let taken = 0;
  const yuv = convertPicturesToYuv420(drawn(COUNT), SIZE, createReusableYuvPictures(SIZE));
  const { input, received } = slowEncoder();

  await pipeline(
    createPicturePipe(
      iteratePictureBytesAndNotify(yuv, () => {
        taken += 1;
      }),
    ),
    input,
  );

  expect(taken).toBe(COUNT);
  const wanted = Array.from({ length: COUNT }, (_, shade) => Buffer.from(rgbToYuv420(picture(20 * shade)).data));
  expect(received.map((bytes) => bytes.toString('hex'))).toEqual(wanted.map((bytes) => bytes.toString('hex')));
});

test('without pictures to write over, each has its own memory', async () => {
  const kept = await collected(convertPicturesToYuv420(drawn(3), SIZE));
  expect(kept.map(({ data }) => Buffer.from(data).toString('hex'))).toEqual(
    [0, 1, 2].map((shade) => Buffer.from(rgbToYuv420(picture(20 * shade)).data).toString('hex')),
  );
});

test('a picture of another size, and none at all, are refused', async () => {
  const other = async function* () {
    yield { width: 8, height: 8, rgba: new Uint8Array(256) };
  };
  await expect(collected(convertPicturesToYuv420(other(), SIZE))).rejects.toThrow(PictureMismatchError);
  const frame = async function* () {
    yield { ...SIZE, data: new Uint8Array(16 * 8) };
  };
  await expect(collected(convertPicturesToYuv420(frame(), SIZE))).rejects.toThrow(PictureMismatchError);
  await expect(
    collected(iteratePictureBytesAndNotify(convertPicturesToYuv420(drawn(0), SIZE), () => undefined)),
  ).rejects.toThrow(PictureMismatchError);
});

test('the first picture is drawn before it is asked for, the others are not', async () => {
  const asked: number[] = [];
  let isEnded = false;
  async function* source(): AsyncGenerator<number> {
    try {
      for (let item = 0; item < 3; item++) {
        asked.push(item);
        yield item;
      }
    } finally {
      isEnded = true;
    }
  }
  const items = prefetchFirstItem(source());
  await setImmediate();
  expect(asked).toEqual([0]);
  const taken: number[] = [];
  for await (const item of items) {
    taken.push(item);
    if (item === 1) break;
  }
  expect([taken, asked, isEnded]).toEqual([[0, 1], [0, 1], true]);
});

test('an error of the first picture comes to the caller that takes it', async () => {
  const failing = prefetchFirstItem(convertPicturesToYuv420(drawn(1), { ...SIZE, width: 99 }));
  await setImmediate();
  await expect(collected(failing)).rejects.toThrow(PictureMismatchError);
});
