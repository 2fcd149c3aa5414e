import { UnsupportedStreamError } from '../../bits/stream-errors.ts';
import type { EncodedClip } from '../../clips/clip.ts';
import { type ClipFileWriter, withClipFileWriter } from '../../clips/clip-file-writer.ts';
import {
  convertPicturesToYuv420,
  createPicturePipe,
  createReusableYuvPictures,
  EncoderPictureCounter,
  groupIntoGops,
  iteratePictureBytesAndNotify,
  padWithLastPicture,
  prefetchFirstItem,
} from '../../clips/encoder-pictures.ts';
import { frameCountOfStillGop } from '../../clips/placement.ts';
import {
  DECLARE_SQUARE_PIXELS_FILTER,
  FORCE_ALL_KEY_FRAMES_EXPRESSION,
  forceKeyFrameEveryNthExpression,
  rawYuvInputOptions,
} from '../../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, streamFfmpegNalUnits } from '../../ffmpeg/run.ts';
import { x264OutputOptions } from '../../ffmpeg/x264-arguments.ts';
import type { RawOrYuvPicture } from '../../picture.ts';
import type { VideoSettings } from '../../settings.ts';
import { annexBPiecesOfFrame, readH264Frames, StreamParameterSets } from '../frames.ts';
import { ANNEX_B_START_CODE, NAL_TYPE, nalType } from '../nal.ts';
import {
  annexBParameterSets,
  assertSameParameterSet,
  type CodedParameterSets,
  parameterSetsHash,
} from '../parameter-sets.ts';
import { parseSliceHeader, SLICE_TYPE } from '../slice-header.ts';
import {
  encodeSkippedFrameTemplate,
  findSkippableParameterSets,
  type MakeSkippedFrameTemplate,
} from './skip-templates.ts';

/**
 * Encodes stills in H.264; see `encodeStillClips`. A clip is one IDR picture, which synthesized frames repeat. If the streams of this
 * encoder do not allow synthesized frames (guards 2 and 3), a clip is a GOP.
 * @param makeTemplate a parameter, so that tests can force GOPs
 */
export async function encodeH264Stills(
  settings: VideoSettings,
  pictures: AsyncIterable<RawOrYuvPicture>,
  outFile: string,
  runtime: FfmpegRuntime,
  makeTemplate: MakeSkippedFrameTemplate = encodeSkippedFrameTemplate,
): Promise<EncodedClip[]> {
  runtime.signal?.throwIfAborted();
  const sets = await findSkippableParameterSets(settings, runtime, makeTemplate);
  return withClipFileWriter(outFile, (file) =>
    sets
      ? encodeIdrPictures(settings, pictures, file, sets, runtime)
      : encodeH264StillGops(settings, pictures, file, runtime),
  );
}

async function encodeIdrPictures(
  settings: VideoSettings,
  pictures: AsyncIterable<RawOrYuvPicture>,
  file: ClipFileWriter,
  sets: CodedParameterSets,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const counter = new EncoderPictureCounter();
  // The first picture is drawn while ffmpeg starts, which saves that time.
  const prefetchedPictures = prefetchFirstItem(pictures);
  const yuvBytes = iteratePictureBytesAndNotify(
    convertPicturesToYuv420(prefetchedPictures, settings, createReusableYuvPictures(settings)),
    counter.count,
  );
  const input = { at: createPicturePipe(yuvBytes), options: rawYuvInputOptions(settings, settings.fps) };
  const output = x264OutputOptions({ quality: settings.quality, keyframes: FORCE_ALL_KEY_FRAMES_EXPRESSION });
  const parameterSetBytes = annexBParameterSets(sets);
  const parameter_sets = parameterSetsHash(sets);
  const clips: EncodedClip[] = [];
  for await (const unit of streamFfmpegNalUnits([input], output, runtime)) {
    if (!isCheckedIdr(unit, sets)) continue;
    await file.append(parameterSetBytes, ANNEX_B_START_CODE, unit);
    clips.push(file.finish({ form: 'key_frame', frames: 1, parameter_sets }));
  }
  counter.assertAll(clips);
  return clips;
}

/**
 * Reports whether a unit is an IDR picture; false for parameter sets and SEI.
 * @throws UnsupportedStreamError for other units, other parameter sets, and a picture of several slices
 */
function isCheckedIdr(unit: Uint8Array, sets: CodedParameterSets): boolean {
  const type = nalType(unit);
  if (type === NAL_TYPE.sps) assertSameParameterSet(sets.spsNal, unit);
  if (type === NAL_TYPE.pps) assertSameParameterSet(sets.ppsNal, unit);
  if (type === NAL_TYPE.sps || type === NAL_TYPE.pps || type === NAL_TYPE.sei) return false;
  if (type !== NAL_TYPE.idr)
    throw new UnsupportedStreamError('sample_units', `a unit of type ${type} instead of an IDR picture`);
  const header = parseSliceHeader(unit, sets);
  if (header.firstMacroblock !== 0) throw new UnsupportedStreamError('sample_units', 'a picture has several slices');
  if (header.type !== SLICE_TYPE.i || header.frameNum !== 0)
    throw new UnsupportedStreamError('sample_units', 'not a plain IDR picture');
  return true;
}

/**
 * Encodes each picture as a short GOP, which is repeated. This requires less of the encoder than skipped frames do: every GOP must start
 * with an IDR picture, and frames must be shown in decoding order.
 * @throws UnsupportedStreamError when a GOP has another number of frames, or does not start with an IDR picture
 */
async function encodeH264StillGops(
  settings: VideoSettings,
  pictures: AsyncIterable<RawOrYuvPicture>,
  file: ClipFileWriter,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const { fps, quality } = settings;
  const frames = frameCountOfStillGop(settings);
  const counter = new EncoderPictureCounter();
  const yuvBytes = iteratePictureBytesAndNotify(convertPicturesToYuv420(pictures, settings), counter.count);
  // The input has the frame rate divided by `frames`, so ffmpeg repeats each picture `frames` times.
  const input = {
    at: createPicturePipe(padWithLastPicture(yuvBytes)),
    options: rawYuvInputOptions(settings, `${fps}/${frames}`),
  };
  const filters = `${DECLARE_SQUARE_PIXELS_FILTER},fps=${fps}`;
  const output = x264OutputOptions({ quality, keyframes: forceKeyFrameEveryNthExpression(frames), filters });
  const sets = new StreamParameterSets();
  const clips: EncodedClip[] = [];
  const codedFrames = readH264Frames(streamFfmpegNalUnits([input], output, runtime), sets);
  for await (const gop of groupIntoGops(codedFrames, ({ isIdr }) => isIdr)) {
    if (clips.length === counter.taken) break;
    if (!gop[0]?.isIdr || gop.length !== frames) {
      throw new UnsupportedStreamError('sample_units', `a GOP of ${gop.length} frames, not ${frames}`);
    }
    for (const frame of gop) await file.append(...annexBPiecesOfFrame(frame, sets.nals));
    clips.push(file.finish({ form: 'still_gop', frames, parameter_sets: parameterSetsHash(sets.nals) }));
  }
  counter.assertAll(clips);
  return clips;
}
