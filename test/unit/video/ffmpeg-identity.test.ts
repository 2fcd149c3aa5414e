import { chmod, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ffmpegIdentity, parseLddCodecLibraries } from '#engine/video/ffmpeg/identity.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A program that answers every question with this. */
async function program(name: string, answer: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\necho '${answer}'\n`);
  await chmod(path, 0o755);
  return path;
}

describe('the identity of an ffmpeg', () => {
  it('is the same wherever and whenever the same binary was installed', async () => {
    const [one, other] = [await program('one', 'ffmpeg 4.1'), await program('other', 'ffmpeg 4.1')];
    await utimes(other, 1_000_000, 1_000_000);
    expect(await ffmpegIdentity(other)).toBe(await ffmpegIdentity(one));
    expect(await ffmpegIdentity(one)).toMatch(/^ffmpeg-[0-9a-f]{32}$/);
  });

  it('differs where a binary of the same size says another version of itself', async () => {
    const [one, other] = [await program('one', 'ffmpeg 4.1'), await program('other', 'ffmpeg 4.2')];
    expect(await ffmpegIdentity(other)).not.toBe(await ffmpegIdentity(one));
  });

  it('differs where a binary of another size says the same of itself', async () => {
    const [one, other] = [await program('one', 'ffmpeg 4.1'), await program('other', 'ffmpeg 4.1')];
    await writeFile(other, '# rebuilt\n', { flag: 'a' });
    expect(await ffmpegIdentity(other)).not.toBe(await ffmpegIdentity(one));
  });

  it('differs where only a codec library that it is linked to was replaced', async () => {
    const path = await program('ffmpeg', 'ffmpeg 4.1');
    const x264 = { name: 'libx264.so.164', path: join(folder, 'libx264.so.164') };
    const opus = { name: 'libopus.so.0', path: join(folder, 'libopus.so.0') };
    await writeFile(x264.path, 'before');
    await writeFile(opus.path, 'opus');
    const before = await ffmpegIdentity(path, async () => [x264, opus]);
    expect(await ffmpegIdentity(path, async () => [opus, x264])).toBe(before);
    await writeFile(x264.path, 'behind');
    expect(await ffmpegIdentity(path, async () => [x264, opus])).not.toBe(before);
  });

  it('of a binary that is missing or fails is an error, not a name', async () => {
    await expect(ffmpegIdentity(join(folder, 'none'))).rejects.toThrow('ENOENT');
    const broken = await program('broken', '');
    await writeFile(broken, '#!/bin/sh\nexit 3\n');
    await expect(ffmpegIdentity(broken)).rejects.toThrow('Command failed');
  });
});

it('finds the codec libraries, and only those, in what ldd prints', () => {
  const printed = [
    '\tlinux-vdso.so.1 (0x00007efc36d50000)',
    '\tlibavcodec.so.59 => /lib/x86_64-linux-gnu/libavcodec.so.59 (0x00007efc34600000)',
    '\tlibavc1394.so.0 => /lib/x86_64-linux-gnu/libavc1394.so.0 (0x00007f15a4c00000)',
    '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007efc3422d000)',
    '\tlibx264.so.164 => /opt/my libs/libx264.so.164 (0x00007f159d200000)',
    '\tlibx265.so.199 => not found',
    '\t/lib64/ld-linux-x86-64.so.2 (0x00007efc36d52000)',
    '',
  ].join('\n');
  expect(parseLddCodecLibraries(printed)).toEqual([
    { name: 'libavcodec.so.59', path: '/lib/x86_64-linux-gnu/libavcodec.so.59' },
    { name: 'libx264.so.164', path: '/opt/my libs/libx264.so.164' },
  ]);
});
