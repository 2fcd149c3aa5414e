import { describe, expect, it } from 'vitest';
import { openFilePack, packFiles } from '#kernel/shared/file-pack.ts';

/** More files than a block has, one of them empty. */
const FILES = Array.from(
  { length: 300 },
  (_, index) => [`${index}.txt`, Buffer.from(`text ${index} `.repeat(index % 20))] as const,
);

describe('a pack of files', () => {
  it('gives back each file as it was', async () => {
    const pack = openFilePack(await packFiles(FILES));
    for (const [name, bytes] of FILES) expect(Buffer.from(await pack.read(name)).equals(bytes), name).toBe(true);
  });

  it('knows which files it has', async () => {
    const pack = openFilePack(await packFiles(FILES));
    expect(pack.has('299.txt')).toBe(true);
    expect(pack.has('300.txt')).toBe(false);
    await expect(pack.read('300.txt')).rejects.toThrow('the pack has no 300.txt');
  });

  it('is the same bytes for the same files', async () => {
    expect((await packFiles(FILES)).equals(await packFiles(FILES))).toBe(true);
  });

  it('can be of no files', async () => {
    expect(openFilePack(await packFiles([])).has('0.txt')).toBe(false);
  });

  it('is refused where it is cut short', async () => {
    const pack = await packFiles(FILES);
    expect(() => openFilePack(pack.subarray(0, 20))).toThrow();
    await expect(openFilePack(pack.subarray(0, -1)).read('299.txt')).rejects.toThrow();
  });
});
