import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** A file of an archive. */
export interface ZipEntryFacts {
  path: string;
  bytes: number;
  /** Machine that a native file is for; undefined for a file that, by its name, is not native. */
  machine: string | undefined;
}

/** Content of a zip. */
export interface ZipSizesAndFiles {
  /** Bytes of the zip. */
  zipped: number;
  /** Bytes of all files. */
  unpacked: number;
  files: readonly ZipEntryFacts[];
}

/** Matches the names of programs and libraries of all platforms. */
export const NATIVE_FILE_NAME_PATTERN = /\.(node|so(\.[\d.]+)?|dylib|dll|exe)$|^(ffmpeg|ffprobe|espeak|espeak-ng)$/;

/** Bytes at the start of a file that show its platform: up to the end of `e_machine` of ELF. */
const HEADER_BYTES = 20;
const ELF_MAGIC = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
/** `e_machine` of the ELF header, in Lambda's words. */
const ARCHITECTURE_BY_MACHINE: Readonly<Record<number, string>> = { 62: 'x86_64', 183: 'arm64' };
const SYSTEM_BY_MAGIC: readonly [string, string][] = [
  ['cffaedfe', 'macOS'],
  ['cafebabe', 'macOS'],
  ['4d5a', 'Windows'],
];

/**
 * Finds the platform of a program by the first bytes of its file: an architecture of Linux, another system, or a text for a file that is
 * not a program.
 */
export function detectProgramPlatform(header: Uint8Array): string {
  const bytes = Buffer.from(header);
  if (bytes.subarray(0, ELF_MAGIC.length).equals(ELF_MAGIC) && bytes.length >= HEADER_BYTES) {
    const machine = bytes.readUInt16LE(18);
    return ARCHITECTURE_BY_MACHINE[machine] ?? `machine ${machine}`;
  }
  const hex = bytes.toString('hex');
  return SYSTEM_BY_MAGIC.find(([magic]) => hex.startsWith(magic))?.[1] ?? 'no system: it is not a program';
}

async function readHeader(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  let header = Buffer.alloc(0);
  for await (const chunk of stream) {
    header = Buffer.concat([header, chunk as Buffer]);
    // Leaving the loop ends the stream.
    if (header.length >= HEADER_BYTES) break;
  }
  return header.subarray(0, HEADER_BYTES);
}

/** Reads the list of files in a zip. @throws Error for a file that is not a zip */
export async function readZipFileList(path: string): Promise<ZipSizesAndFiles> {
  const { size: zipped } = await stat(path);
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    const files: ZipEntryFacts[] = [];
    for await (const entry of zip.eachEntry()) {
      const isNative = NATIVE_FILE_NAME_PATTERN.test(basename(entry.fileName));
      const machine = isNative ? detectProgramPlatform(await readHeader(zip, entry)) : undefined;
      files.push({ path: entry.fileName, bytes: entry.uncompressedSize, machine });
    }
    return { zipped, unpacked: files.reduce((sum, { bytes }) => sum + bytes, 0), files };
  } finally {
    zip.close();
  }
}

/** Unpacks a zip of this project. Files are not made executable. @param folder is made if it is missing */
export async function unpackArchive(path: string, folder: string): Promise<void> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const file = join(folder, entry.fileName);
      await mkdir(dirname(file), { recursive: true });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file));
    }
  } finally {
    zip.close();
  }
}
