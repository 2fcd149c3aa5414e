import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { useMaximumZipCompression } from '#deploy/use-maximum-zip-compression.ts';

/** Lines that are alike, as in code: deflate finds longer repetitions the longer it searches. */
const text = (): Buffer =>
  Buffer.from(
    Array.from({ length: 5000 }, (_, line) => {
      const [key, value] = [(line * 48271) % 997, (line * line) % 8191];
      return `  "field_${key}": { "value": ${value}, "name": "item ${value % 101} of ${key}" },\n`;
    }).join(''),
  );

async function zipped(Zip: typeof ZipFile, content: Buffer): Promise<Buffer> {
  const zip = new Zip();
  zip.addReadStreamLazy('a.txt', { mtime: new Date(0) }, (done) => done(undefined, Readable.from(content)));
  zip.end();
  return await buffer(zip.outputStream);
}

describe('the zips of a package', () => {
  it('are smaller than those of the usual level, also when the level is set twice', async () => {
    class SmallZip extends ZipFile {}
    useMaximumZipCompression(SmallZip.prototype);
    useMaximumZipCompression(SmallZip.prototype);
    const content = text();
    const [usual, small] = await Promise.all([zipped(ZipFile, content), zipped(SmallZip, content)]);
    expect(small.length).toBeLessThan(usual.length);
  });
});
