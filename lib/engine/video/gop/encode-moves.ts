import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { iterateUntilAborted } from '../clips/async-source.ts';
import type { EncodedClip, MovingStretch } from '../clips/clip.ts';
import { type ClipFileWriter, withClipFileWriter } from '../clips/clip-file-writer.ts';
import { createPicturePipe, yuvBytesOfFrames } from '../clips/encoder-pictures.ts';
import { DECLARE_SQUARE_PIXELS_FILTER, rawYuvInputOptions } from '../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, streamFfmpegOutput } from '../ffmpeg/run.ts';
import type { VideoSettings } from '../settings.ts';
import { type GopStreamCodec, gopOutputOptions } from './gop-stream-operations.ts';

/** Frames between key frames: more than any stretch has, so that only its first frame is a key frame. */
const MORE_FRAMES_THAN_ANY_STRETCH = 1_000_000;

/**
 * Encodes moving stretches; see `encodeMovingClips`. Each stretch has a separate ffmpeg process, so that the bytes of a clip do not depend
 * on the stretches before it. This is necessary because the content address of a clip covers only the pictures of that clip.
 */
export function encodeGopMovingClips(
  codec: GopStreamCodec,
  settings: VideoSettings,
  stretches: AsyncIterable<MovingStretch>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  return withClipFileWriter(outFile, async (file) => {
    const clips: EncodedClip[] = [];
    for await (const stretch of iterateUntilAborted(stretches, runtime.signal)) {
      clips.push(await encodeMove(codec, settings, stretch, file, runtime));
    }
    return clips;
  });
}

async function encodeMove(
  codec: GopStreamCodec,
  settings: VideoSettings,
  { frames, pictures }: MovingStretch,
  file: ClipFileWriter,
  runtime: FfmpegRuntime,
): Promise<EncodedClip> {
  if (!Number.isInteger(frames) || frames < 1)
    throw new RangeError(`a moving stretch has at least one frame, not ${frames}`);
  const { width, height, fps } = settings;
  const output = { moving: frames, keyframeEvery: MORE_FRAMES_THAN_ANY_STRETCH, filters: DECLARE_SQUARE_PIXELS_FILTER };
  const options = await gopOutputOptions(codec, settings, output, runtime);
  const input = {
    at: createPicturePipe(yuvBytesOfFrames(pictures(), { width, height, frames })),
    options: rawYuvInputOptions(settings, fps),
  };
  const streamOperations = codec.createStreamOperations(settings);
  let count = 0;
  for await (const { isKey, bytes } of streamOperations.frames(streamFfmpegOutput([input], options, runtime), true)) {
    if (isKey !== (count === 0))
      throw new UnsupportedStreamError('sample_units', 'a key frame is missing or not planned');
    await file.append(streamOperations.frameHeader(bytes.length, count), bytes);
    count += 1;
  }
  if (count !== frames)
    throw new UnsupportedStreamError('sample_units', `${frames} pictures went in, ${count} came out`);
  return file.finish({ form: 'moving', frames, parameter_sets: streamOperations.parameterSetsHash });
}
