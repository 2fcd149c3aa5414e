import { createHash } from 'node:crypto';

/** Raised when recordings are processed in another way: the same file is then processed again. */
const VERSION = 1;

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * The hash (content address) of a recording: the same bytes for the same sentences are the same sound. It includes the
 * slide, so a recording is deleted with its slide, also when another slide has the same one.
 */
export const recordingHash = (
  { id, sid }: { id: string; sid: string },
  bytes: Uint8Array,
  sentences: readonly string[],
): string => sha256(JSON.stringify(['recording', VERSION, id, sid, sha256(bytes), sentences]));
