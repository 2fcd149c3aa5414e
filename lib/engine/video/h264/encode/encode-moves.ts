import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isUnsupportedStreamError, UnsupportedStreamError } from '../../bits/stream-errors.ts';
import { untilAborted } from '../../clips/async-source.ts';
import type { EncodedClip, MovingStretch, PictureStream } from '../../clips/clip.ts';
import { type ClipFileWriter, withClipFileWriter } from '../../clips/clip-file-writer.ts';
import { createPicturePipe, yuvBytesOfFrames } from '../../clips/encoder-pictures.ts';
import { rawYuvInputOptions, SQUARE_PIXELS_FILTER } from '../../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, streamFfmpegNalUnits } from '../../ffmpeg/run.ts';
import { x264OutputOptions } from '../../ffmpeg/x264-arguments.ts';
import type { VideoSettings } from '../../settings.ts';
import { annexBPiecesOfFrame, type H264Frame, readH264Frames, StreamParameterSets } from '../frames.ts';
import { readNalUnits } from '../nal.ts';
import { type CodedParameterSets, parameterSetsHash } from '../parameter-sets.ts';
import { type ParameterSets, parseSliceHeader, SLICE_TYPE } from '../slice-header.ts';
import { skippableSets } from './skip-templates.ts';

const AT_FIRST_FRAME = '0';

/**
 * Encodes moving stretches in H.264; see `encodeMovingClips`. All settings that change parameter sets are those of stills. Each stretch has
 * a separate ffmpeg process, so that the bytes of a clip do not depend on the stretches before it. This is necessary because the content
 * address of a clip covers only the pictures of that clip. Starting a process takes about 20 ms of the 250 ms for 15 frames at 1080p.
 */
export function encodeH264MovingClips(
  settings: VideoSettings,
  moves: AsyncIterable<MovingStretch>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  return withClipFileWriter(outFile, async (file) => {
    const sets = new StreamParameterSets();
    const clips: EncodedClip[] = [];
    for await (const move of untilAborted(moves, runtime.signal)) {
      clips.push(await encodeMove(settings, move, { file, sets }, runtime));
    }
    return clips;
  });
}

/** The file of clips, and the parameter sets that all of them have. */
interface ClipsOfMoves {
  file: ClipFileWriter;
  sets: StreamParameterSets;
}

/** Reports whether a frame may be in a clip as it is: one slice of the whole picture, which refers to the frame before it alone. @throws BitstreamError */
function isJoinableFrame({ slices }: H264Frame, index: number, sets: ParameterSets): boolean {
  const [slice, ...more] = slices;
  if (!slice || more.length > 0) return false;
  const header = parseSliceHeader(slice, sets);
  const { isIdr, isReference, firstMacroblock, frameNum, type, references } = header;
  const isFirst = index === 0;
  const inOrder = isReference && frameNum === index % 2 ** sets.sps.frameNumBits;
  return inOrder && firstMacroblock === 0 && isIdr === isFirst && (isFirst ? type === SLICE_TYPE.i : references <= 1);
}

/** The first frames of a group; undefined unless all may be in a clip as they are, under these parameter sets. */
async function joinableFrames(group: Buffer, frames: number, wanted: CodedParameterSets) {
  const sets = new StreamParameterSets();
  const found: H264Frame[] = [];
  try {
    for await (const frame of readH264Frames(readNalUnits(Readable.from([group])), sets)) {
      if (parameterSetsHash(sets.nals) !== parameterSetsHash(wanted)) return undefined;
      if (!isJoinableFrame(frame, found.length, wanted)) return undefined;
      if (found.push(frame) === frames) return found;
    }
  } catch (error) {
    if (!isUnsupportedStreamError(error)) throw error;
  }
  return undefined;
}

/**
 * The first frames of a group as a clip; undefined unless they have the parameter sets of the other clips of the video, and a form that every join
 * takes: the group was made by a process that reads files of clients.
 */
async function finishedFrames(
  settings: VideoSettings,
  frames: number,
  group: Buffer,
  { file, sets }: ClipsOfMoves,
  runtime: FfmpegRuntime,
): Promise<EncodedClip | undefined> {
  const wanted = await skippableSets(settings, runtime);
  const found = wanted && (await joinableFrames(group, frames, wanted));
  if (!found) return undefined;
  for (const unit of [wanted.spsNal, wanted.ppsNal]) sets.accept(Buffer.from(unit));
  for (const frame of found) await file.append(...annexBPiecesOfFrame(frame, sets.nals));
  return file.finish({ form: 'moving', frames, parameter_sets: parameterSetsHash(sets.nals) });
}

async function encodeMove(
  settings: VideoSettings,
  move: MovingStretch,
  clips: ClipsOfMoves,
  runtime: FfmpegRuntime,
): Promise<EncodedClip> {
  const { frames, stream } = move;
  if (!Number.isInteger(frames) || frames < 1)
    throw new RangeError(`a moving stretch has at least one frame, not ${frames}`);
  const given = await stream?.();
  if (!given?.hasFinishedFrames) return encodeFrames(settings, move, given, clips, runtime);
  // A few megabytes. They are fetched once, also where they are encoded.
  const group = await buffer(given.at);
  const finished = await finishedFrames(settings, frames, group, clips, runtime);
  return finished ?? encodeFrames(settings, move, { ...given, at: Readable.from([group]) }, clips, runtime);
}

async function encodeFrames(
  settings: VideoSettings,
  { frames, movesByPixels, pictures }: MovingStretch,
  stream: PictureStream | undefined,
  { file, sets }: ClipsOfMoves,
  runtime: FfmpegRuntime,
): Promise<EncodedClip> {
  const { width, height, fps, quality } = settings;
  const { filters, at, options } = stream ?? {
    at: createPicturePipe(yuvBytesOfFrames(pictures(), { width, height, frames })),
    options: rawYuvInputOptions(settings, fps),
    filters: SQUARE_PIXELS_FILTER,
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
