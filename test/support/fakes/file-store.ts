import { open, readFile, writeFile } from 'node:fs/promises';
import type { BucketStorage } from '#adapters/aws/storage.ts';
import { FileMissingError } from '#features/renders/ports.ts';

/** Stored files in memory. `files` has their bytes by key. */
export function memoryFileStore(): BucketStorage & { files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  const bytesOf = (key: string): Uint8Array => {
    const bytes = files.get(key);
    if (!bytes) throw new FileMissingError(`there is no file ${key}`);
    return bytes;
  };
  return {
    files,
    async putBytes(key, bytes) {
      files.set(key, Uint8Array.from(bytes));
    },
    getBytes: async (key) => Buffer.from(bytesOf(key)),
    async putFile(key, path) {
      const bytes = await readFile(path);
      files.set(key, bytes);
      return { size_bytes: bytes.length };
    },
    getFile: async (key, path) => writeFile(path, bytesOf(key)),
    async getRange(key, { offset, bytes }, path) {
      const part = bytesOf(key).subarray(offset, offset + bytes);
      await using file = await open(path, 'r+');
      await file.write(part, 0, part.length, offset);
    },
    async copy(from, to) {
      files.set(to, bytesOf(from));
    },
    presignGet: async (key) => `https://files.example/${key}`,
    presignPut: async (key) => `https://files.example/${key}`,
    sizeOf: async (key) => files.get(key)?.length,
    async remove(key) {
      files.delete(key);
    },
    list: async (prefix, after = '') =>
      [...files.keys()]
        .filter((key) => key.startsWith(prefix) && key > after)
        .sort()
        .slice(0, 1000),
    async removeAll(keys) {
      for (const key of keys) files.delete(key);
    },
    removeUnfinished: async () => 0,
  };
}
