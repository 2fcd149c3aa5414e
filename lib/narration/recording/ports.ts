/**
 * A recording as speech is kept: decoded within limits, mono, 48 kHz, signed 16 bit, levelled, trimmed.
 * @throws ServiceError `audio_invalid`, `audio_too_long`.
 */
export type CleanRecording = (bytes: Uint8Array) => Promise<Buffer>;
