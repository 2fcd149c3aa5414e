import { UnsupportedStreamError } from '../../bits/stream-errors.ts';
import { createPicturePipe } from '../../clips/encoder-pictures.ts';
import { rawYuvInput, SQUARE_PIXELS_FILTER } from '../../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, ffmpegNalUnits } from '../../ffmpeg/run.ts';
import { SharedRuns } from '../../ffmpeg/shared-runs.ts';
import { x264Output } from '../../ffmpeg/x264-arguments.ts';
import type { PictureFormat } from '../../settings.ts';
import { START_CODE } from '../nal.ts';
import { type SkipTemplate, skipTemplateOf } from '../skip-frames.ts';

/** Makes the template for skipped frames of one size and rate. Quality does not change its parameter sets. */
export type MakeSkipTemplate = (settings: PictureFormat, runtime: FfmpegRuntime) => Promise<SkipTemplate>;

const templates = new SharedRuns<SkipTemplate>({ isLasting: (error) => error instanceof UnsupportedStreamError });

/**
 * The template for skipped frames of a size and rate, as this ffmpeg encodes it. It is made once per process.
 * @throws UnsupportedStreamError, on every call, when this ffmpeg makes no usable one; FfmpegError
 */
export const encodeSkipTemplate: MakeSkipTemplate = ({ width, height, fps }, { ffmpegPath }) =>
  templates.of(JSON.stringify([ffmpegPath, width, height, fps]), (signal) =>
    makeTemplate({ width, height, fps }, { ffmpegPath, signal }),
  );

// Grey is reconstructed exactly, so that the encoder has nothing to correct in the repeated frame.
const GREY = 128;
const FRAMES = 2;

async function makeTemplate(settings: PictureFormat, runtime: FfmpegRuntime): Promise<SkipTemplate> {
  const input = { at: createPicturePipe(greyPictures(settings)), options: rawYuvInput(settings, settings.fps) };
  const output = x264Output({ quality: 'standard', keyframes: '0', filters: SQUARE_PIXELS_FILTER });
  const stream: Uint8Array[] = [];
  for await (const unit of ffmpegNalUnits([input], output, runtime)) stream.push(START_CODE, unit);
  return skipTemplateOf(Buffer.concat(stream), settings);
}

async function* greyPictures({ width, height }: PictureFormat): AsyncGenerator<Uint8Array> {
  const picture = new Uint8Array((width * height * 3) / 2).fill(GREY);
  for (let frame = 0; frame < FRAMES; frame++) yield picture;
}
