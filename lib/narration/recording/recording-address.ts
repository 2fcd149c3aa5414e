import { createHash } from 'node:crypto';

/** Changes with what is made of a recording, so that the same one sent again is made anew. */
const VERSION = 1;

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * The content address of a recording: the same bytes for the same words are the same sound. It is that of one slide: what
 * a client said with its own voice goes when the slide goes, whoever else may have sent the same.
 */
export const recordingAddress = (
  { id, sid }: { id: string; sid: string },
  bytes: Uint8Array,
  sentences: readonly string[],
): string => sha256(JSON.stringify(['recording', VERSION, id, sid, sha256(bytes), sentences]));
