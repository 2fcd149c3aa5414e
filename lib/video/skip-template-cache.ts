import { ffmpegNalUnits } from './ffmpeg/nal-units.ts';
import type { FfmpegRuntime } from './ffmpeg/run.ts';
import { rawPictureInput, x264Output } from './ffmpeg/x264-arguments.ts';
import { GuardError } from './h264/guard-error.ts';
import { START_CODE } from './h264/nal.ts';
import { type SkipTemplate, skipTemplateOf } from './h264/skip-template.ts';
import { pictureStream, type SegmentSpec } from './segment.ts';

const templates = new Map<string, Promise<SkipTemplate>>();

/**
 * The template for skipped frames of this size, rate and quality by this binary: made once a process.
 * @throws GuardError, each time, when the binary makes none that can be used
 */
export function skipTemplate(
  spec: SegmentSpec,
  runtime: FfmpegRuntime,
  extraX264: readonly string[] = [],
): Promise<SkipTemplate> {
  const { width, height, fps, quality } = spec;
  const key = JSON.stringify([runtime.ffmpegPath, width, height, fps, quality, extraX264]);
  const known = templates.get(key);
  if (known) return known;
  // Without the caller's signal: others may be waiting for the same template, and it takes a fraction of a second.
  const made = makeTemplate(spec, { ffmpegPath: runtime.ffmpegPath }, extraX264);
  templates.set(key, made);
  made.catch((error) => {
    if (!(error instanceof GuardError)) templates.delete(key);
  });
  return made;
}

// Grey is reconstructed exactly, so the encoder has nothing to correct in the frames that repeat it.
const GREY = 128;
// The third frame shows where the second one ends.
const FRAMES = 3;

async function makeTemplate(
  spec: SegmentSpec,
  runtime: FfmpegRuntime,
  extraX264: readonly string[],
): Promise<SkipTemplate> {
  const { width, height, fps, quality } = spec;
  const input = { at: pictureStream(greyPictures(spec)), options: rawPictureInput(spec, String(fps)) };
  const output = x264Output({ quality, keyframes: '0', extraX264 });
  const stream: Uint8Array[] = [];
  for await (const unit of ffmpegNalUnits([input], output, runtime)) stream.push(START_CODE, unit);
  return skipTemplateOf(Buffer.concat(stream), { width, height, fps });
}

async function* greyPictures({ width, height }: SegmentSpec) {
  const rgba = new Uint8Array(width * height * 4).fill(GREY);
  for (let frame = 0; frame < FRAMES; frame++) yield { width, height, rgba };
}
