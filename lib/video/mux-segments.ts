import type { FfmpegRuntime } from './ffmpeg/run.ts';
import { type JoinedFrames, joinSegments } from './join-segments.ts';
import { type MuxedVideo, muxVideo } from './mux.ts';
import { reencodeSegments } from './reencode-segments.ts';
import type { FrameRate } from './settings.ts';

export interface SegmentsSpec {
  /** Paths of Annex B segments of H.264, in order; at least one. */
  segments: readonly string[];
  fps: FrameRate;
  width: number;
  height: number;
  /** Of all segments together. */
  frames: number;
  /** AAC in an M4A file; it is copied, not encoded again. */
  audioFile?: string | undefined;
  title?: string | undefined;
  /** RFC 3339. */
  creationTime?: string | undefined;
}

/**
 * muxVideo for segments of H.264. Segments whose parameter sets differ are encoded again, all together.
 * @throws what muxVideo throws
 */
export function muxSegments(spec: SegmentsSpec, outFile: string, runtime: FfmpegRuntime): Promise<MuxedVideo> {
  const { segments, fps, width, height } = spec;
  return muxVideo(
    {
      ...spec,
      settings: { codec: 'h264', width, height, fps, quality: 'standard' },
      stream: (counted: JoinedFrames) => joinSegments(segments, counted),
      reencode: (stream) => reencodeSegments(spec, stream, runtime),
    },
    outFile,
    runtime,
  );
}
