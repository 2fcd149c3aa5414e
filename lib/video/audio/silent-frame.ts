/**
 * The AAC frame of digital silence as ffmpeg's encoder writes it (48 kHz, AAC-LC, in ADTS): a single channel, or a pair
 * with a common window, with a long window of the Kaiser-Bessel shape and no spectral band at all.
 *
 * The encoder comes back to it two frames after the last sound, so that silence between two recordings is neither
 * encoded nor kept: 10 minutes of it cost the encoder 0.54 s, against 2.4 s for speech.
 */
const SILENT_FRAMES = {
  1: Buffer.from('fff14c40017ffc01182007', 'hex'),
  2: Buffer.from('fff14c8001bffc211004608c1c', 'hex'),
} as const;

const RUN_FRAMES = 1024;

/** So many frames of silence, in pieces of some KiB. */
export function* silentFrames(channels: 1 | 2, frames: number): Generator<Buffer> {
  const frame = SILENT_FRAMES[channels];
  const run = Buffer.alloc(Math.min(frames, RUN_FRAMES) * frame.length, frame);
  for (let left = frames; left > 0; left -= RUN_FRAMES) yield run.subarray(0, left * frame.length);
}
