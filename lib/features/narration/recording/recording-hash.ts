import { createHash } from 'node:crypto';

/** Version of the processing of recordings; when it is raised, the same file is processed again. */
const RECORDING_VERSION = 2;

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * The content address of a recording: a hash of its bytes, the sentences of the notes, and the slide. The hash covers the slide, so that
 * each slide has a separate recording, which is deleted with the slide.
 */
export const hashRecording = (
  { id, sid }: { id: string; sid: string },
  bytes: Uint8Array,
  sentences: readonly string[],
): string => sha256(JSON.stringify(['recording', RECORDING_VERSION, id, sid, sha256(bytes), sentences]));
