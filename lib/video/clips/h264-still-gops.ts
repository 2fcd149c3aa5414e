import { ffmpegNalUnits } from '../ffmpeg/nal-units.ts';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { everyNthFrame, rawPictureInput, TO_VIDEO_COLOURS, x264Output } from '../ffmpeg/x264-arguments.ts';
import { codedFrames, StreamParameterSets } from '../h264/coded-frames.ts';
import { parameterSetsHash } from '../h264/parameter-sets.ts';
import type { RawPicture } from '../picture.ts';
import type { VideoSettings } from '../settings.ts';
import { UnsupportedStreamError } from '../unsupported-stream-error.ts';
import type { EncodedClip } from './clip.ts';
import type { ClipFile } from './clip-file.ts';
import { gopsOf, PictureCounter, withLastTwice } from './gop-pictures.ts';
import { appendFrame } from './h264-frames.ts';
import { picturePipe, rgbaOf } from './picture-pipe.ts';

const GOP_SECONDS = 2;

/**
 * Encodes a short GOP of each picture, to be repeated. It needs less of the encoder than skipped frames do: only that
 * every GOP starts with an IDR picture, and that its frames are shown as they are decoded.
 * @throws GuardError when a picture's GOP is not what was asked for
 */
export async function encodeH264StillGops(
  settings: VideoSettings,
  pictures: AsyncIterable<RawPicture>,
  file: ClipFile,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const { fps, quality } = settings;
  const frames = GOP_SECONDS * fps;
  const counter = new PictureCounter();
  const rgba = rgbaOf(pictures, settings, counter.count);
  // The pictures come at 1/`frames` of the frame rate; ffmpeg repeats each after the conversion of its colours.
  const input = { at: picturePipe(withLastTwice(rgba)), options: rawPictureInput(settings, `${fps}/${frames}`) };
  const filters = `${TO_VIDEO_COLOURS},fps=${fps}`;
  const output = x264Output({ quality, keyframes: everyNthFrame(frames), filters });
  const sets = new StreamParameterSets();
  const clips: EncodedClip[] = [];
  const coded = codedFrames(ffmpegNalUnits([input], output, runtime), sets);
  for await (const gop of gopsOf(coded, ({ isIdr }) => isIdr)) {
    if (clips.length === counter.taken) break;
    if (!gop[0]?.isIdr || gop.length !== frames) {
      throw new UnsupportedStreamError('sample_units', `a GOP of ${gop.length} frames, not ${frames}`);
    }
    for (const frame of gop) await appendFrame(file, frame, sets.nals);
    clips.push(file.finish({ form: 'gop', frames, parameter_sets: parameterSetsHash(sets.nals) }));
  }
  counter.assertAll(clips);
  return clips;
}
