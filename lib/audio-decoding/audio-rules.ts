import type { FileKind } from '../uploads/public.ts';

/** What a client may upload as audio. Judged by the bytes; the names here are those of the formats. */
export const AUDIO_TYPES = ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/flac', 'audio/mp4', 'audio/x-m4a'] as const;
export const AUDIO_MAX_BYTES = 50 * 2 ** 20;
export const AUDIO_MAX_SECONDS = 600;
/** What comes as the body of a request: in base64 it must fit into what a Lambda can be sent. */
export const AUDIO_SENT_BYTES = 4 * 2 ** 20;

export const AUDIO_FILE: FileKind = {
  noun: 'audio file',
  accept: 'audio/*, application/ogg',
  max_bytes: AUDIO_MAX_BYTES,
  too_large: 'audio_too_large',
  invalid: 'audio_invalid',
};
