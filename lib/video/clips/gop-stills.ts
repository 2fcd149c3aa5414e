import { ffmpegBytes } from '../ffmpeg/output-bytes.ts';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { rawPictureInput, TO_VIDEO_COLOURS } from '../ffmpeg/x264-arguments.ts';
import type { RawPicture } from '../picture.ts';
import type { Replayable } from '../replayable.ts';
import type { VideoSettings } from '../settings.ts';
import { UnsupportedStreamError } from '../unsupported-stream-error.ts';
import type { EncodedClip } from './clip.ts';
import type { ClipFile } from './clip-file.ts';
import { createGopCoding } from './gop-coding.ts';
import { gopOutput } from './gop-output.ts';
import { gopsOf, PictureCounter, withLastTwice } from './gop-pictures.ts';
import { picturePipe, rgbaOf } from './picture-pipe.ts';

// Frames that follow cost time, key frames bytes: a GOP of AV1 at 1080p30 took 0.38 s of CPU with 1 s and 0.69 s with 2 s,
// at the same 66 KB for either, and every frame of both was as like its picture as the key frame.
const GOP_SECONDS = 2;

/**
 * Encodes each picture as a key frame. The source is released when the first of them is known to bear copies.
 * @throws GuardError or BitstreamError when no copies can be written for this stream, or it is not what was asked for
 */
export async function encodeKeyFrames(
  settings: VideoSettings,
  source: Replayable<RawPicture>,
  file: ClipFile,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const counter = new PictureCounter();
  const input = {
    at: picturePipe(rgbaOf(source.items(), settings, counter.count)),
    options: rawPictureInput(settings, String(settings.fps)),
  };
  const output = { keyframeEvery: 1, filters: TO_VIDEO_COLOURS };
  const coding = createGopCoding(settings);
  const clips: EncodedClip[] = [];
  const bytes = ffmpegBytes([input], await gopOutput(settings, output, runtime), runtime);
  for await (const frame of coding.frames(bytes, true)) {
    if (!frame.isKey) throw new UnsupportedStreamError('sample_units', 'a key frame is missing');
    if (source.canRestart) coding.copy(1);
    source.release();
    await file.append(coding.frameHeader(frame.bytes.length, 0), frame.bytes);
    clips.push(file.finish({ form: 'idr', frames: 1, parameter_sets: coding.parameterSets }));
  }
  counter.assertAll(clips);
  return clips;
}

/** Encodes a GOP of each picture. @throws GuardError or BitstreamError when one is not what was asked for */
export async function encodeWholeGops(
  settings: VideoSettings,
  source: Replayable<RawPicture>,
  file: ClipFile,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const { fps } = settings;
  const frames = GOP_SECONDS * fps;
  const counter = new PictureCounter();
  // The pictures come at 1/`frames` of the frame rate; ffmpeg repeats each after the conversion of its colours.
  const input = {
    at: picturePipe(withLastTwice(rgbaOf(source.items(), settings, counter.count))),
    options: rawPictureInput(settings, `${fps}/${frames}`),
  };
  const output = { keyframeEvery: frames, filters: `${TO_VIDEO_COLOURS},fps=${fps}` };
  const coding = createGopCoding(settings);
  const clips: EncodedClip[] = [];
  const bytes = ffmpegBytes([input], await gopOutput(settings, output, runtime), runtime);
  for await (const gop of gopsOf(coding.frames(bytes, true), ({ isKey }) => isKey)) {
    source.release();
    if (clips.length === counter.taken) break;
    if (!gop[0]?.isKey || gop.length !== frames) {
      throw new UnsupportedStreamError('sample_units', `a GOP of ${gop.length} frames, not ${frames}`);
    }
    for (const [time, frame] of gop.entries()) {
      await file.append(coding.frameHeader(frame.bytes.length, time), frame.bytes);
    }
    clips.push(file.finish({ form: 'gop', frames, parameter_sets: coding.parameterSets }));
  }
  counter.assertAll(clips);
  return clips;
}
