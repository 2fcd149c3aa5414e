import { captionsWithoutOverlap } from '../captions/timed-captions.ts';
import type { JoinedFrameCounts } from '../clips/clip.ts';
import { type NonPictureFileContents, withChapterLengths } from '../container/file-contents.ts';
import { FileWriter } from '../container/file-io.ts';
import { codedFrameByteLength } from '../elementary/coded-frame.ts';
import { createFrameReader, readFrames } from '../elementary/read-frames.ts';
import { type ElementaryStreamChunk, SynthesizedFrames } from '../elementary/synthesized-frames.ts';
import { Mp4Error, toLatin1Bytes, uint32Bytes } from './boxes.ts';
import { AudioSampleCopier, readM4aSoundtrack } from './m4a-file-soundtrack.ts';
import {
  maxMp4HeaderBytes,
  mp4FileTypeBox,
  mp4MediaDataHeader,
  mp4MovieBox,
  mp4UserDataBox,
  toSecondsSince1904,
} from './movie.ts';
import {
  MP4_TICKS_PER_FRAME,
  type Mp4TrackContext,
  type PlannedTextTrack,
  planMp4AudioTrack,
  planMp4CaptionTrack,
  planMp4ChapterTrack,
  planMp4VideoTrack,
} from './plan-tracks.ts';
import { SampleTableBuilder } from './sample-table.ts';
import type { Mp4Track } from './track.ts';
import { type Mp4Codec, visualSampleEntry } from './visual-sample-entry.ts';

/** Inputs to an MP4 file besides its video stream. */
export interface Mp4Spec extends NonPictureFileContents {
  codec: Mp4Codec;
  width: number;
  height: number;
  fps: number;
  frames: number;
  /** Number of times that frames are reordered: once for each fade that the decoder blends. */
  fades?: number | undefined;
}

/**
 * Writes a fast-start MP4 in one pass over the stream. The largest possible size of the index is left free before the media, and a `free`
 * box fills the unused kilobytes. All frames have the same duration.
 * @returns counts of the frames of the stream
 * @throws UnsupportedStreamError, BitstreamError, Mp4Error, RangeError (chapters), or the signal's reason; the file is then incomplete
 */
export async function writeMp4(
  spec: Mp4Spec,
  stream: AsyncIterable<ElementaryStreamChunk>,
  outFile: string,
  signal?: AbortSignal,
): Promise<JoinedFrameCounts> {
  const { frames, fps, language, title, captions } = spec;
  const chapters = withChapterLengths(spec.chapters ?? [], frames);
  const cues = captionsWithoutOverlap(captions?.cues ?? [], frames / fps);
  const trackContext: Mp4TrackContext = { format: spec, frames, language, hasChapters: chapters.length > 0 };
  const texts = [
    ...(cues.length > 0 ? [planMp4CaptionTrack(cues, captions?.language, trackContext)] : []),
    ...(chapters.length > 0 ? [planMp4ChapterTrack(chapters, trackContext)] : []),
  ];
  const audio = spec.audioFile === undefined ? undefined : await readM4aSoundtrack(spec.audioFile);
  const metadata = mp4UserDataBox({ title, chapters, fps });
  const headerRoomBytes = maxMp4HeaderBytes({ frames, fps, audio, texts, metadata, fades: spec.fades });

  await using soundCopier = audio && (await AudioSampleCopier.open(audio));
  await using writer = await FileWriter.create(outFile, headerRoomBytes);
  const textTracks = texts.map((text): Mp4Track => ({ ...text.track, table: writeText(text, writer) }));
  const { video, joined } = await writeMedia(spec, stream, { soundCopier, writer, signal, trackContext });
  await writer.flush();
  const soundTrack: Mp4Track[] = soundCopier
    ? [{ ...planMp4AudioTrack(soundCopier.source, trackContext), table: soundCopier.table }]
    : [];
  const header = headerBytes(spec, [video, ...soundTrack, ...textTracks], metadata);
  await writeHeader(writer, header, headerRoomBytes);
  return joined;
}

/** Writes the samples of a text track as one chunk before the media: all text of a video has some kilobytes. */
function writeText({ samples }: PlannedTextTrack, writer: FileWriter): SampleTableBuilder {
  const table = new SampleTableBuilder();
  table.startChunk(writer.position);
  for (const { bytes, duration } of samples) {
    table.add(bytes.length, duration);
    writer.push(bytes);
  }
  return table;
}

interface MediaSinks {
  soundCopier: AudioSampleCopier | undefined;
  writer: FileWriter;
  signal: AbortSignal | undefined;
  trackContext: Mp4TrackContext;
}

/** Writes video and sound in turn, a second of each. */
async function writeMedia(
  spec: Mp4Spec,
  stream: AsyncIterable<ElementaryStreamChunk>,
  { soundCopier, writer, signal, trackContext }: MediaSinks,
): Promise<{ video: Mp4Track; joined: JoinedFrameCounts }> {
  const reader = createFrameReader(spec.codec);
  const table = new SampleTableBuilder();
  const keyframes: number[] = [];
  const startFrame = async (): Promise<void> => {
    if (table.samples === spec.frames) throw new Mp4Error(`there are more frames than the ${spec.frames} planned`);
    if (table.samples % spec.fps !== 0) return;
    const endFrame = Math.min(table.samples + spec.fps, spec.frames);
    await soundCopier?.copyUntil(endFrame / spec.fps, writer);
    table.startChunk(writer.position);
  };
  for await (const frames of readFrames(stream, reader)) {
    signal?.throwIfAborted();
    if (frames instanceof SynthesizedFrames) {
      const { stored, sizes, startsWithKey } = frames;
      if (startsWithKey) keyframes.push(table.samples);
      for (let firstFrame = 0, offset = 0; firstFrame < sizes.length; ) {
        await startFrame();
        const framesLeftInSecond = spec.fps - (table.samples % spec.fps);
        const chunkSizes = sizes.subarray(
          firstFrame,
          firstFrame + Math.min(framesLeftInSecond, spec.frames - table.samples),
        );
        const bytes = table.addAll(chunkSizes, MP4_TICKS_PER_FRAME, startsWithKey && firstFrame === 0);
        writer.push(stored.subarray(offset, offset + bytes));
        if (writer.hasFullBlock) await writer.flush();
        firstFrame += chunkSizes.length;
        offset += bytes;
      }
      continue;
    }
    for (const frame of frames) {
      if (table.samples % spec.fps === 0 || table.samples === spec.frames) await startFrame();
      if (frame.isKey) keyframes.push(table.samples);
      table.add(codedFrameByteLength(frame), MP4_TICKS_PER_FRAME, frame.isKey, frame.shift);
      for (const part of frame.parts) writer.push(part);
      if (writer.hasFullBlock) await writer.flush();
    }
  }
  if (!reader.configuration || !reader.size) throw new Mp4Error('the stream has no frame');
  const sampleEntry = visualSampleEntry(spec.codec, reader.size, reader.configuration);
  const track = planMp4VideoTrack(trackContext);
  const edit = table.reorders ? { ...track.edit, mediaTime: MP4_TICKS_PER_FRAME } : track.edit;
  return { video: { ...track, edit, sampleEntry, table }, joined: { frames: table.samples, keyframes } };
}

function headerBytes(spec: Mp4Spec, tracks: readonly Mp4Track[], metadata: Buffer): Buffer {
  const movie = mp4MovieBox({
    timescale: spec.fps * MP4_TICKS_PER_FRAME,
    duration: spec.frames * MP4_TICKS_PER_FRAME,
    created: toSecondsSince1904(spec.creationTime),
    tracks,
    userData: metadata,
  });
  return Buffer.concat([mp4FileTypeBox(spec.codec), movie]);
}

/** Writes `ftyp` and `moov`, `free` for the rest of the room, and the header of `mdat` at its end. */
async function writeHeader(writer: FileWriter, header: Buffer, headerRoomBytes: number): Promise<void> {
  const mdatHeader = mp4MediaDataHeader(writer.position - headerRoomBytes);
  const freeBytes = headerRoomBytes - header.length - mdatHeader.length;
  if (freeBytes < 8) throw new Mp4Error(`the index is larger than the ${headerRoomBytes} bytes left for it`);
  await writer.writeAt(Buffer.concat([header, uint32Bytes(freeBytes), toLatin1Bytes('free')]), 0);
  await writer.writeAt(mdatHeader, headerRoomBytes - mdatHeader.length);
}
