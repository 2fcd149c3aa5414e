import { appendFileSync, copyFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs';

/** Bounds of a log: the bytes of one file, and the number of files with the current one, at least 2. */
export interface LogFileLimits {
  bytes: number;
  files: number;
}

/** The bounds of every log of the stack: at most 50 MB. */
export const STACK_LOG_LIMITS: LogFileLimits = { bytes: 10_000_000, files: 5 };

/** The files of a log that may exist, from the oldest to the current one: `stack.log.4` … `stack.log.1`, `stack.log`. */
export const rotatedLogFiles = (path: string, { files }: LogFileLimits = STACK_LOG_LIMITS): string[] => [
  ...Array.from({ length: files - 1 }, (_, index) => `${path}.${files - 1 - index}`),
  path,
];

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Moves each file to the place of the next older one; the oldest goes. The place of the newest is then free. */
function makeRoom(path: string, bounds: LogFileLimits): void {
  const oldFiles = rotatedLogFiles(path, bounds).slice(0, -1);
  for (const [index, to] of oldFiles.entries()) {
    const from = oldFiles[index + 1];
    if (from !== undefined && existsSync(from)) renameSync(from, to);
  }
}

const NEW_LINE = 10;

const newestOldFile = (path: string): string => `${path}.1`;

/**
 * Makes a function that appends to a log whose only writer is this process. A file that would exceed its bound becomes an old one, at the
 * end of a line. Written synchronously, so that the last line before a crash is not lost.
 * @returns a function that throws the system's error if nothing could be written, such as on a full disk
 */
export function createRotatedLogWriter(path: string, bounds = STACK_LOG_LIMITS): (text: string | Buffer) => void {
  let bytes = sizeOf(path);
  let isAtLineEnd = true;
  const isFull = (addedBytes: number): boolean => bytes > 0 && bytes + addedBytes > bounds.bytes;
  return (text) => {
    const addedBytes = Buffer.byteLength(text);
    if (isAtLineEnd && isFull(addedBytes)) {
      // Somebody else may have emptied or removed the file.
      bytes = sizeOf(path);
      if (isFull(addedBytes)) {
        makeRoom(path, bounds);
        renameSync(path, newestOldFile(path));
        bytes = 0;
      }
    }
    appendFileSync(path, text);
    bytes += addedBytes;
    isAtLineEnd = text.at(-1) === (typeof text === 'string' ? '\n' : NEW_LINE);
  };
}

/**
 * Shortens a log that another process has open for appending, if it has reached its bound: the file is copied and then emptied, and the process
 * continues at its start. A line that is written between the copy and the end of it is lost.
 */
export function truncateLogOfOtherProcess(path: string, bounds = STACK_LOG_LIMITS): void {
  if (sizeOf(path) < bounds.bytes) return;
  makeRoom(path, bounds);
  copyFileSync(path, newestOldFile(path));
  truncateSync(path);
}
