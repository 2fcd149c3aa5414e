/**
 * A recording as speech is kept: decoded within limits, mono, 48 kHz, signed 16 bit, levelled, trimmed.
 * @throws ServiceError `audio_invalid`, `audio_too_long`; `unavailable` when there was no time left for it.
 */
export type CleanRecording = (bytes: Uint8Array) => Promise<Buffer>;
