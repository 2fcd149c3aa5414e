import { isUnsupportedStream } from '../bits/stream-errors.ts';
import type { PlacedClip } from '../clips/clip.ts';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { reencodeClips } from '../h264/join/reencode-clips.ts';
import { joinClips } from './join-clips.ts';
import { type MuxedVideo, type MuxSpec, muxVideo } from './mux-video.ts';

export type ClipsSpec = Omit<MuxSpec, 'stream' | 'reencode'> & { clips: readonly PlacedClip[] };

/** Clips of a codec of which none are encoded anew do not join. The cause says why. */
export class ClipsDoNotJoin extends Error {
  override name = 'ClipsDoNotJoin';
}

/**
 * Joins clips, their sound and their texts into one file. H.264 clips that do not fit together are encoded anew; nothing
 * does that for the other codecs: tried on them, it would fail in a way that hides what is wrong with the clips.
 * @throws ClipsDoNotJoin; else as `muxVideo`
 */
export async function muxClips(
  { clips, ...spec }: ClipsSpec,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<MuxedVideo> {
  const { settings } = spec;
  const stream: MuxSpec['stream'] = (counted) => joinClips(settings, clips, runtime, counted);
  if (settings.codec === 'h264') {
    const reencode: MuxSpec['reencode'] = (file) => reencodeClips(settings, clips, file, runtime);
    return muxVideo({ ...spec, stream, reencode }, outFile, runtime);
  }
  try {
    return await muxVideo({ ...spec, stream }, outFile, runtime);
  } catch (error) {
    if (!isUnsupportedStream(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ClipsDoNotJoin(`the ${settings.codec} clips do not join, and only H.264 is encoded anew: ${reason}`, {
      cause: error,
    });
  }
}
