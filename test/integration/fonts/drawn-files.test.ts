import { describe, expect, it } from 'vitest';
import { createTemplateFileReader } from '#app/composition/drawn-files.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { ABORTING_OUTLINE, smallFont } from '#test/support/samples/small-font.ts';

/** A bucket of one file, which counts how often it is read. */
function bucketWith(bytes: Uint8Array) {
  let reads = 0;
  const read = createTemplateFileReader(
    async () => {
      reads++;
      return bytes;
    },
    () => ({}),
  );
  return { read, reads: () => reads };
}

const OF_AN_EARLIER_VERSION = storageKeys.clientsFont('acc_1', '01JD7XK3ZV5Q8W9R2T4Y6B0C1E', 'woff2');

describe('the file of a template', () => {
  it('that the decoder wrote is read as it is', async () => {
    const sent = smallFont();
    for (const key of [storageKeys.font('acc_1', 'token', 'ttf'), storageKeys.logo('acc_1', 'token', 'png')])
      expect(await bucketWith(sent).read(key)).toBe(sent);
  });

  it('that is a font of an earlier version is made apart, once in a process', async () => {
    const sent = smallFont();
    const { read, reads } = bucketWith(sent);
    const [one, other] = await Promise.all([read(OF_AN_EARLIER_VERSION), read(OF_AN_EARLIER_VERSION)]);
    expect(one).toBe(other);
    expect(Buffer.compare(one, sent)).not.toBe(0);
    expect(reads()).toBe(1);
  });

  it('that ends the engine is refused with what to do, and this process continues', async () => {
    await expect(
      bucketWith(smallFont({ outline: ABORTING_OUTLINE })).read(OF_AN_EARLIER_VERSION),
    ).rejects.toMatchObject({
      code: 'font_invalid',
      message: expect.stringContaining('Upload the font again'),
    });
  });
});
