import { canEncodeDifferentlyAfterError, UnsupportedStreamError } from '../../bits/stream-errors.ts';
import { createPicturePipe } from '../../clips/encoder-pictures.ts';
import { DECLARE_SQUARE_PIXELS_FILTER, rawYuvInputOptions } from '../../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, streamFfmpegNalUnits } from '../../ffmpeg/run.ts';
import { SharedFfmpegRuns } from '../../ffmpeg/shared-ffmpeg-runs.ts';
import { x264OutputOptions } from '../../ffmpeg/x264-arguments.ts';
import type { PictureSizeAndRate } from '../../settings.ts';
import { ANNEX_B_START_CODE } from '../nal.ts';
import type { CodedParameterSets } from '../parameter-sets.ts';
import { extractSkippedFrameTemplate, type SkippedFrameTemplate } from '../skip-frames.ts';

/** Makes the template for skipped frames of one size and rate. Quality does not change its parameter sets. */
export type MakeSkippedFrameTemplate = (
  settings: PictureSizeAndRate,
  runtime: FfmpegRuntime,
) => Promise<SkippedFrameTemplate>;

const templates = new SharedFfmpegRuns<SkippedFrameTemplate>({
  isPermanentFailure: (error) => error instanceof UnsupportedStreamError,
});

/**
 * The template for skipped frames of a size and rate, as this ffmpeg encodes it. It is made once per process.
 * @throws UnsupportedStreamError, on every call, when this ffmpeg makes no usable one; FfmpegError
 */
export const encodeSkippedFrameTemplate: MakeSkippedFrameTemplate = ({ width, height, fps }, { ffmpegPath }) =>
  templates.of(JSON.stringify([ffmpegPath, width, height, fps]), (signal) =>
    makeTemplate({ width, height, fps }, { ffmpegPath, signal }),
  );

/** The parameter sets of this ffmpeg's clips; undefined if skipped frames cannot be synthesized under them. @throws FfmpegError */
export async function findSkippableParameterSets(
  settings: PictureSizeAndRate,
  runtime: FfmpegRuntime,
  makeTemplate: MakeSkippedFrameTemplate = encodeSkippedFrameTemplate,
): Promise<CodedParameterSets | undefined> {
  try {
    return (await makeTemplate(settings, runtime)).parameterSets;
  } catch (error) {
    if (canEncodeDifferentlyAfterError(error)) return undefined;
    throw error;
  }
}

// Grey is reconstructed exactly, so that the encoder has nothing to correct in the repeated frame.
const GREY_SAMPLE = 128;
const TEMPLATE_FRAMES = 2;

async function makeTemplate(settings: PictureSizeAndRate, runtime: FfmpegRuntime): Promise<SkippedFrameTemplate> {
  const input = { at: createPicturePipe(greyPictures(settings)), options: rawYuvInputOptions(settings, settings.fps) };
  const output = x264OutputOptions({ quality: 'standard', keyframes: '0', filters: DECLARE_SQUARE_PIXELS_FILTER });
  const stream: Uint8Array[] = [];
  for await (const unit of streamFfmpegNalUnits([input], output, runtime)) stream.push(ANNEX_B_START_CODE, unit);
  return extractSkippedFrameTemplate(Buffer.concat(stream), settings);
}

async function* greyPictures({ width, height }: PictureSizeAndRate): AsyncGenerator<Uint8Array> {
  const picture = new Uint8Array((width * height * 3) / 2).fill(GREY_SAMPLE);
  for (let frame = 0; frame < TEMPLATE_FRAMES; frame++) yield picture;
}
