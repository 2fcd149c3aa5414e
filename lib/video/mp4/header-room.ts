import type { AudioSource } from './audio-source.ts';
import type { TextTrack } from './plan-tracks.ts';

// The boxes of a track that do not grow with it take about 700 bytes, parameter sets included.
const FIXED_BYTES = 8192;
const SIZE_BYTES = 4;
const SYNC_BYTES = 4;
/** Its offset in 64 bits, and a run of its own in `stsc`. */
const CHUNK_BYTES = 8 + 12;
const RUN_BYTES = 8;

export interface HeaderExtent {
  frames: number;
  fps: number;
  audio: AudioSource | undefined;
  texts: readonly TextTrack[];
  metadata: Buffer;
}

/**
 * At least as many bytes as stand before the media, however the samples turn out. Most of what stays unused is `stss`, as
 * every frame could be a sync sample: 4 bytes a frame, which is nothing beside the sound alone (400 bytes a frame).
 */
export function headerRoom({ frames, fps, audio, texts, metadata }: HeaderExtent): number {
  const chunks = Math.ceil(frames / fps) + 1;
  const video = FIXED_BYTES + frames * (SIZE_BYTES + SYNC_BYTES) + chunks * CHUNK_BYTES;
  const sound = audio
    ? FIXED_BYTES + audio.samples.length * SIZE_BYTES + audio.durationRuns * RUN_BYTES + chunks * CHUNK_BYTES
    : 0;
  const text = texts.reduce((sum, { samples }) => sum + FIXED_BYTES + samples.length * (SIZE_BYTES + RUN_BYTES), 0);
  return video + sound + text + metadata.length;
}
