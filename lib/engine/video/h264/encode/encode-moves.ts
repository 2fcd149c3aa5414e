import { Readable } from 'node:stream';
import { canEncodeDifferentlyAfterError, UnsupportedStreamError } from '../../bits/stream-errors.ts';
import { iterateUntilAborted } from '../../clips/async-source.ts';
import type { EncodedClip, MovingStretch, PictureStream } from '../../clips/clip.ts';
import { type ClipFileWriter, withClipFileWriter } from '../../clips/clip-file-writer.ts';
import { createPicturePipe, yuvBytesOfFrames } from '../../clips/encoder-pictures.ts';
import { DECLARE_SQUARE_PIXELS_FILTER, rawYuvInputOptions } from '../../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, streamFfmpegNalUnits } from '../../ffmpeg/run.ts';
import { x264OutputOptions } from '../../ffmpeg/x264-arguments.ts';
import { MAX_FOOTAGE_GROUP_BYTES } from '../../footage/footage.ts';
import type { VideoSettings } from '../../settings.ts';
import { annexBPiecesOfFrame, type H264Frame, readH264Frames, StreamParameterSets } from '../frames.ts';
import { readNalUnits } from '../nal.ts';
import { type CodedParameterSets, parameterSetsHash } from '../parameter-sets.ts';
import { type ParameterSets, parseSliceHeader, SLICE_TYPE } from '../slice-header.ts';
import { findSkippableParameterSets } from './skip-templates.ts';

const AT_FIRST_FRAME = '0';

/**
 * Encodes moving stretches in H.264; see `encodeMovingClips`. All settings that change parameter sets are those of stills. Each stretch has
 * a separate ffmpeg process, so that the bytes of a clip do not depend on the stretches before it. This is necessary because the content
 * address of a clip covers only the pictures of that clip. Starting a process takes about 20 ms of the 250 ms for 15 frames at 1080p.
 */
export function encodeH264MovingClips(
  settings: VideoSettings,
  stretches: AsyncIterable<MovingStretch>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  return withClipFileWriter(outFile, async (file) => {
    const sets = new StreamParameterSets();
    const clips: EncodedClip[] = [];
    for await (const stretch of iterateUntilAborted(stretches, runtime.signal)) {
      clips.push(await encodeMove(settings, stretch, { file, sets }, runtime));
    }
    return clips;
  });
}

/** The file that clips are written to, and the parameter sets that all of them have. */
interface ClipOutput {
  file: ClipFileWriter;
  sets: StreamParameterSets;
}

/** Reports whether a frame may be in a clip as it is: one slice of the whole picture, which refers to the frame before it alone. @throws BitstreamError */
function isJoinableFrame({ slices }: H264Frame, index: number, sets: ParameterSets): boolean {
  const [slice, ...otherSlices] = slices;
  if (!slice || otherSlices.length > 0) return false;
  const header = parseSliceHeader(slice, sets);
  const { isIdr, isReference, firstMacroblock, frameNum, type, references } = header;
  const isFirst = index === 0;
  const isInOrder = isReference && frameNum === index % 2 ** sets.sps.frameNumBits;
  return isInOrder && firstMacroblock === 0 && isIdr === isFirst && (isFirst ? type === SLICE_TYPE.i : references <= 1);
}

/** The first frames of a group; undefined unless all may be in a clip as they are, under these parameter sets. */
async function joinableFrames(group: Buffer, count: number, requiredSets: CodedParameterSets) {
  const sets = new StreamParameterSets();
  const frames: H264Frame[] = [];
  try {
    for await (const frame of readH264Frames(readNalUnits(Readable.from([group])), sets)) {
      if (parameterSetsHash(sets.nals) !== parameterSetsHash(requiredSets)) return undefined;
      if (!isJoinableFrame(frame, frames.length, requiredSets)) return undefined;
      if (frames.push(frame) === count) return frames;
    }
  } catch (error) {
    if (!canEncodeDifferentlyAfterError(error)) throw error;
  }
  return undefined;
}

/**
 * The first frames of a group as a clip; undefined unless they have the parameter sets of the other clips of the video, and a form that every join
 * takes: the group was made by a process that reads files of clients.
 */
async function clipOfFinishedFrames(
  settings: VideoSettings,
  frames: number,
  group: Buffer,
  { file, sets }: ClipOutput,
  runtime: FfmpegRuntime,
): Promise<EncodedClip | undefined> {
  const requiredSets = await findSkippableParameterSets(settings, runtime);
  const joinable = requiredSets && (await joinableFrames(group, frames, requiredSets));
  if (!joinable) return undefined;
  for (const unit of [requiredSets.spsNal, requiredSets.ppsNal]) sets.accept(Buffer.from(unit));
  for (const frame of joinable) await file.append(...annexBPiecesOfFrame(frame, sets.nals));
  return file.finish({ form: 'moving', frames, parameter_sets: parameterSetsHash(sets.nals) });
}

/** Reads a group; undefined if it has more bytes than footage may have: then its stream is destroyed. */
async function readGroup(at: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of at as AsyncIterable<Buffer>) {
    byteCount += chunk.length;
    if (byteCount > MAX_FOOTAGE_GROUP_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function encodeMove(
  settings: VideoSettings,
  stretch: MovingStretch,
  clips: ClipOutput,
  runtime: FfmpegRuntime,
): Promise<EncodedClip> {
  const { frames, stream } = stretch;
  if (!Number.isInteger(frames) || frames < 1)
    throw new RangeError(`a moving stretch has at least one frame, not ${frames}`);
  const encodedPictures = await stream?.();
  if (!encodedPictures?.hasFinishedFrames) return encodeFrames(settings, stretch, encodedPictures, clips, runtime);
  // The group is fetched once, even if its frames must be encoded after all.
  const encodedGroup = await readGroup(encodedPictures.at);
  if (!encodedGroup) return encodeFrames(settings, stretch, await stream?.(), clips, runtime);
  const finishedClip = await clipOfFinishedFrames(settings, frames, encodedGroup, clips, runtime);
  return (
    finishedClip ??
    encodeFrames(settings, stretch, { ...encodedPictures, at: Readable.from([encodedGroup]) }, clips, runtime)
  );
}

async function encodeFrames(
  settings: VideoSettings,
  { frames, movesByPixels, pictures }: MovingStretch,
  stream: PictureStream | undefined,
  { file, sets }: ClipOutput,
  runtime: FfmpegRuntime,
): Promise<EncodedClip> {
  const { width, height, fps, quality } = settings;
  const { filters, at, options } = stream ?? {
    at: createPicturePipe(yuvBytesOfFrames(pictures(), { width, height, frames })),
    options: rawYuvInputOptions(settings, fps),
    filters: DECLARE_SQUARE_PIXELS_FILTER,
  };
  const output = x264OutputOptions({ quality, moving: frames, movesByPixels, keyframes: AT_FIRST_FRAME, filters });
  let count = 0;
  for await (const frame of readH264Frames(streamFfmpegNalUnits([{ at, options }], output, runtime), sets)) {
    if (frame.isIdr !== (count === 0))
      throw new UnsupportedStreamError('sample_units', 'an IDR picture is missing or not planned');
    await file.append(...annexBPiecesOfFrame(frame, sets.nals));
    count += 1;
  }
  if (count !== frames)
    throw new UnsupportedStreamError('sample_units', `${frames} pictures went in, ${count} came out`);
  return file.finish({ form: 'moving', frames, parameter_sets: parameterSetsHash(sets.nals) });
}
