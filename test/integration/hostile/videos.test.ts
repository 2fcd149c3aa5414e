import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runIsolatedFfmpeg } from '#app/sandbox/sealed-ffmpeg.ts';
import { reencodeVideo } from '#app/sandbox/take-video.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { ffmpegPath } from '#test/support/audio/measure.ts';
import { isTried } from '#test/support/depth.ts';
import { OTHER_FILES } from '#test/support/hostile/files.ts';
import { hostileVideos, withTracks } from '#test/support/hostile/videos.ts';
import { colour, MP4, madeByFfmpeg, tone } from '#test/support/video/make-clip.ts';

/** The refusal of a file as a video, or the rate of what is made of it. */
async function taken(bytes: Uint8Array): Promise<string | number> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-video-'));
  try {
    const file = join(folder, 'video');
    await writeFile(file, bytes);
    return (await reencodeVideo({ file, folder, ffmpegPath, environment: {} }, AbortSignal.timeout(60_000))).fps;
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'video_invalid' });
    return (error as Error).message;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const whole = () => madeByFfmpeg([...colour('red', 1, '64x64'), ...MP4], 'mp4');
const FORMAT = /not a video of an accepted format/;
const NO_PICTURES = /no pictures that can be decoded/;

it.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
  ['a playlist', () => Buffer.from('#EXTM3U\nhttp://127.0.0.1/a.ts\n'), FORMAT],
  ['a list of files', () => Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'), FORMAT],
  ['zeros', () => new Uint8Array(100_000), FORMAT],
  ['no bytes', () => new Uint8Array(), FORMAT],
  ['a zip', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(1000)]), FORMAT],
  ['a page', () => Buffer.from('<html><video src=a.mp4></html>'), FORMAT],
  ['a head alone', () => Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(5000, 7)]), NO_PICTURES],
  ['MP4 without its index', async () => (await whole()).subarray(0, 900), NO_PICTURES],
  ['sound alone', () => madeByFfmpeg([...tone(440, 1), '-c:a', 'aac'], 'mp4'), NO_PICTURES],
  [
    'an unusual codec',
    () => madeByFfmpeg([...colour('red', 1, '64x64'), '-c:v', 'ffv1'], 'mkv'),
    /codec ffv1 is not supported/,
  ],
  ['a huge picture', () => madeByFfmpeg([...colour('red', 1, '8192x64', 1), '-c:v', 'mjpeg'], 'mov'), /4096/],
  [
    'many frames per second',
    () => madeByFfmpeg([...colour('red', 1, '32x32', 240), ...MP4], 'mp4'),
    /frames per second/,
  ],
  ['too many tracks', async () => withTracks(await whole(), 64), /more than 64 tracks/],
  ['a still GIF', () => madeByFfmpeg([...colour('red', 1, '32x32'), '-frames:v', '1'], 'gif'), /does not move/],
])('%s is refused as a video, with a reason', async (_, make, reason) => {
  expect(await taken(await make())).toMatch(reason);
});

it('a video of one frame a second gets the least rate, and one whose end is missing is kept up to there', async () => {
  expect(await taken(await madeByFfmpeg([...colour('red', 3, '64x64', 1), ...MP4], 'mp4'))).toBe(5);
  const webm = await madeByFfmpeg([...colour('red', 3, '64x64', 10), '-c:v', 'libvpx'], 'webm');
  expect(await taken(webm.subarray(0, webm.length - 200))).toBe(10);
});

/** A video whose pictures become larger while it plays. */
async function growing(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'growing-video-'));
  try {
    for (const [name, size] of [
      ['a', '64x64'],
      ['b', '96x48'],
    ] as const)
      await writeFile(
        join(folder, name),
        await madeByFfmpeg([...colour('red', 1, size, 10), '-c:v', 'libvpx'], 'webm'),
      );
    await writeFile(join(folder, 'list'), 'file a\nfile b\n');
    return await madeByFfmpeg(['-f', 'concat', '-i', join(folder, 'list'), '-c', 'copy'], 'webm');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('a video whose pictures change their size is taken in one size', async () => {
  expect(await taken(await growing())).toBe(10);
});

const hostile = await hostileVideos();

it('has at least 60 hostile videos', () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60);
});

it.each(hostile.filter((_, at) => isTried(at, 13)))('is taken, or refused with a reason: %s', async (_, bytes) => {
  const outcome = await taken(bytes);
  if (typeof outcome === 'string') expect(outcome).toMatch(/^[A-Z].+\.$/s);
  else expect(outcome).toBeGreaterThanOrEqual(5);
});

it.each(OTHER_FILES)('is not a video: %s', async (_, bytes) => {
  expect(typeof (await taken(bytes))).toBe('string');
});

it('a process that reads files of clients connects to no address', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const limits = { stepCpuSeconds: 5, stepSeconds: 5, seconds: 5, memoryBytes: 2 ** 29 };
  const run = { ffmpegPath, folder: tmpdir(), environment: {}, limits };
  const { cause, report } = await runIsolatedFfmpeg(
    { ...run, options: ['-i', `tcp://127.0.0.1:${port}`] },
    AbortSignal.timeout(10_000),
  );
  server.close();
  expect({ cause, connections }).toEqual({ cause: 'failure', connections: 0 });
  expect(report).toContain('not on whitelist');
});
