/** Types of the part of yauzl that is used: the package contains none. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    fileName: string;
    /** The name as bytes. A flag or an extra field of the entry may name their encoding. */
    fileNameRaw: Buffer;
    extraFields: readonly { id: number }[];
    compressedSize: number;
    uncompressedSize: number;
    generalPurposeBitFlag: number;
    relativeOffsetOfLocalHeader: number;
  }
  export interface ZipFile {
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
    close(): void;
  }
  export function openPromise(path: string, options: { lazyEntries: true; autoClose: false }): Promise<ZipFile>;
  export function fromBufferPromise(
    bytes: Buffer,
    options: { lazyEntries: true; strictFileNames: boolean; validateEntrySizes: boolean },
  ): Promise<ZipFile>;
}
