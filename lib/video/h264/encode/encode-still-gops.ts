import { UnsupportedStreamError } from '../../bits/stream-errors.ts';
import type { EncodedClip } from '../../clips/clip.ts';
import type { ClipFile } from '../../clips/clip-file.ts';
import { groupIntoGops, PictureCounter, picturePipe, repeatLast, rgbaBytes } from '../../clips/encoder-pictures.ts';
import { stillGopFrames } from '../../clips/placement.ts';
import { ffmpegNalUnits } from '../../ffmpeg/output-stream.ts';
import { everyNthFrame, rawPictureInput, TO_VIDEO_COLOURS } from '../../ffmpeg/picture-arguments.ts';
import type { FfmpegRuntime } from '../../ffmpeg/run.ts';
import { x264Output } from '../../ffmpeg/x264-arguments.ts';
import type { RawPicture } from '../../picture.ts';
import type { VideoSettings } from '../../settings.ts';
import { annexBFrame, h264Frames, StreamParameterSets } from '../frames.ts';
import { parameterSetsHash } from '../parameter-sets.ts';

/**
 * Encodes a short GOP of each picture, to be repeated. This asks less of the encoder than skipped frames do: every GOP
 * starts with an IDR picture, and frames are shown in decoding order.
 * @throws UnsupportedStreamError when the GOP of a picture is not what was asked for
 */
export async function encodeH264StillGops(
  settings: VideoSettings,
  pictures: AsyncIterable<RawPicture>,
  file: ClipFile,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const { fps, quality } = settings;
  const frames = stillGopFrames(settings);
  const counter = new PictureCounter();
  const rgba = rgbaBytes(pictures, settings, counter.count);
  // Pictures come at 1/`frames` of the frame rate. ffmpeg repeats each after the conversion of its colours.
  const input = { at: picturePipe(repeatLast(rgba)), options: rawPictureInput(settings, `${fps}/${frames}`) };
  const filters = `${TO_VIDEO_COLOURS},fps=${fps}`;
  const output = x264Output({ quality, keyframes: everyNthFrame(frames), filters });
  const sets = new StreamParameterSets();
  const clips: EncodedClip[] = [];
  const coded = h264Frames(ffmpegNalUnits([input], output, runtime), sets);
  for await (const gop of groupIntoGops(coded, ({ isIdr }) => isIdr)) {
    if (clips.length === counter.taken) break;
    if (!gop[0]?.isIdr || gop.length !== frames) {
      throw new UnsupportedStreamError('sample_units', `a GOP of ${gop.length} frames, not ${frames}`);
    }
    for (const frame of gop) await file.append(...annexBFrame(frame, sets.nals));
    clips.push(file.finish({ form: 'still_gop', frames, parameter_sets: parameterSetsHash(sets.nals) }));
  }
  counter.assertAll(clips);
  return clips;
}
