import sharp from 'sharp';
import { colour, MP4, madeByFfmpeg, tone } from '../video/make-clip.ts';
import { damagedCopies } from './files.ts';
import type { Case } from './texts.ts';

const SMALL = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=2'];

/** An animated WebP of four colours. */
async function animatedWebp(): Promise<Buffer> {
  const frames = ['red', 'lime', 'blue', 'white'].map((background) =>
    sharp({ create: { width: 32, height: 32, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ delay: [100, 100, 100, 100] })
    .toBuffer();
}

/** Small videos of each format that is taken. */
async function wholeVideos(): Promise<[name: string, bytes: Buffer][]> {
  const made = [
    ['MP4', [...SMALL, ...tone(440, 2), ...MP4, '-movflags', '+faststart'], 'mp4'],
    ['MOV', [...SMALL, '-c:v', 'mjpeg'], 'mov'],
    ['WebM', [...SMALL, '-c:v', 'libvpx'], 'webm'],
    ['GIF', SMALL, 'gif'],
  ] as const;
  const files = made.map(
    async ([name, options, extension]): Promise<[string, Buffer]> => [name, await madeByFfmpeg(options, extension)],
  );
  return [...(await Promise.all(files)), ['WebP', await animatedWebp()]];
}

/** The place of a box of MP4 by its type, from its size on. @throws Error for a file without it */
function boxAt(file: Buffer, type: string): number {
  const place = file.indexOf(type, 0, 'latin1');
  if (place < 4) throw new Error(`the file has no ${type}`);
  return place - 4;
}

/** A copy with other bytes at a distance from a box. */
function patched(file: Buffer, type: string, distance: number, hex: string): Buffer {
  const copy = Buffer.from(file);
  copy.set(Buffer.from(hex, 'hex'), boxAt(copy, type) + distance);
  return copy;
}

/** An MP4 whose first track is there many times. */
export function withTracks(file: Buffer, count: number): Buffer {
  const [movie, track] = [boxAt(file, 'moov'), boxAt(file, 'trak')];
  const bytes = file.subarray(track, track + file.readUInt32BE(track));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(file.readUInt32BE(movie) + count * bytes.length);
  const copies = Array.from({ length: count }, () => bytes);
  return Buffer.concat([
    ...[file.subarray(0, movie), size, file.subarray(movie + 4, track), ...copies],
    file.subarray(track),
  ]);
}

/** Videos that state what they do not have. Offsets are those of ISO/IEC 14496-12. */
async function lyingVideos(mp4: Buffer): Promise<Case<Buffer>[]> {
  const withoutKeyFrames = await madeByFfmpeg(
    [...SMALL, ...MP4, '-g', '5', '-bsf:v', 'filter_units=remove_types=5'],
    'mkv',
  );
  return [
    ['MP4 with 10,000 tracks', withTracks(mp4, 10_000)],
    ['MP4 with 65 tracks', withTracks(mp4, 64)],
    ['MP4 of 13 years', patched(mp4, 'mvhd', 24, 'ffffffff')],
    ['MP4 of no length', patched(mp4, 'mvhd', 24, '00000000')],
    ['MP4 with a time scale of 0', patched(mp4, 'mdhd', 20, '00000000')],
    ['MP4 with a time scale of 0xffffffff', patched(mp4, 'mdhd', 20, 'ffffffff')],
    ['MP4 whose frames are hours long', patched(mp4, 'stts', 20, '7fffffff')],
    ['MP4 whose frames have no length', patched(mp4, 'stts', 20, '00000000')],
    ['MP4 with four thousand million times', patched(mp4, 'stts', 12, 'ffffffff')],
    ['MP4 with four thousand million samples', patched(mp4, 'stsz', 16, 'ffffffff')],
    ['MP4 with samples of four thousand million bytes', patched(mp4, 'stsz', 12, 'ffffffff')],
    ['MP4 with samples after its end', patched(mp4, 'stco', 16, 'ffffff00')],
    ['MP4 that declares 8K', patched(mp4, 'avc1', 32, '1e0010e0')],
    ['MP4 that declares no pixels', patched(mp4, 'avc1', 32, '00000000')],
    ['MP4 with a matrix of zeros', patched(mp4, 'tkhd', 48, '00'.repeat(36))],
    ['MP4 that is its own edit, backwards', patched(mp4, 'elst', 16, 'ffffffff80000000')],
    ['H.264 without key frames', withoutKeyFrames],
    ['MP4 of one frame a second', await madeByFfmpeg([...colour('red', 3, '64x64', 1), ...MP4], 'mp4')],
    ['MP4 in a page', Buffer.concat([mp4, Buffer.from('<script src="https://127.0.0.1/"></script>')])],
    ['GIF that starts like MP4', Buffer.concat([Buffer.from('\0\0\0\x08free'), Buffer.from('GIF89a'), mp4])],
  ];
}

/** Videos that are cut off, damaged, several files in one, or lie; with names. */
export async function hostileVideos(): Promise<Case<Buffer>[]> {
  const whole = await wholeVideos();
  const [[, mp4] = ['', Buffer.alloc(0)]] = whole;
  const tenths = Array.from(
    { length: 10 },
    (_, tenth): Case<Buffer> => [
      `MP4 cut off after ${tenth} tenths`,
      mp4.subarray(0, Math.floor((mp4.length * tenth) / 10)),
    ],
  );
  const damaged = whole.flatMap(([name, bytes], seed) => damagedCopies(name, bytes, seed));
  return [...(await lyingVideos(mp4)), ...tenths, ...damaged];
}
