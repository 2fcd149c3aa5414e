import { captionsWithoutOverlap, escapeWebVttText, type TimedCaption } from '../captions/timed-captions.ts';
import type { JoinedFrameCounts } from '../clips/clip.ts';
import { CODEC_FACTS, type VideoCodecIdOfContainer } from '../codecs/codec-facts.ts';
import { type NonPictureFileContents, withChapterLengths } from '../container/file-contents.ts';
import { FileWriter } from '../container/file-io.ts';
import type { CodedFrameReader } from '../elementary/coded-frame-reader.ts';
import { createFrameReader, readFrames } from '../elementary/read-frames.ts';
import { SynthesizedFrames } from '../elementary/synthesized-frames.ts';
import { ebmlElementBytes, ebmlElementHeader, MAX_EBML_SIZE_BYTES, WebmError } from './ebml.ts';
import {
  EBML_HEADER,
  WEBM_SEGMENT_START,
  WEBM_TRACK_NUMBERS,
  webmCaptionsTrackEntry,
  webmChaptersElement,
  webmCuesElement,
  webmCuesLength,
  webmInfoElement,
  webmSegmentHeader,
  webmSoundEntry,
  webmVideoEntry,
  withWebmSeekHead,
} from './head.ts';
import { EBML_ID } from './ids.ts';
import { OggOpusReader } from './ogg-opus.ts';
import { maxWebmClusters, WebmClusterWriter } from './webm-cluster-writer.ts';

/** Inputs to a WebM file besides its video stream. */
export interface WebmSpec extends NonPictureFileContents {
  codec: VideoCodecIdOfContainer<'webm'>;
  fps: number;
  frames: number;
}

/** An upper bound, in bytes, of the elements whose size is not known before the media: `Tracks`, `SeekHead` and the header of `Void`. */
const MAX_FIXED_BYTES = 2048;

/**
 * Writes a WebM file in one pass over the stream. The index (`Cues`) comes before the media, so that players can play and seek while the
 * file loads: room for it is reserved at the start, and it is written last. Captions are a WebVTT track.
 * @returns counts of the frames of the stream
 * @throws BitstreamError, OggError, WebmError, RangeError (chapters, or frames of H.264), or the signal's reason; the file is then incomplete
 */
export async function writeWebm(
  spec: WebmSpec,
  stream: AsyncIterable<Buffer>,
  outFile: string,
  signal?: AbortSignal,
): Promise<JoinedFrameCounts> {
  const { fps, frames, title, language, creationTime, captions, audioFile } = spec;
  const seconds = frames / fps;
  const captionCues = captionsWithoutOverlap(captions?.cues ?? [], seconds);
  const chapters = webmChaptersElement(withChapterLengths(spec.chapters ?? [], frames), fps, language);
  const info = webmInfoElement({ seconds, title, creationTime });
  const headBytes = [info, ...chapters].reduce((sum, bytes) => sum + bytes.length, 0);
  // Room for everything before the media, as much as the longest index of this duration needs.
  const headerRoomBytes = WEBM_SEGMENT_START + MAX_FIXED_BYTES + headBytes + webmCuesLength(maxWebmClusters(seconds));

  await using soundReader = audioFile === undefined ? undefined : await OggOpusReader.open(audioFile);
  await using writer = await FileWriter.create(outFile, headerRoomBytes);
  const clusters = new WebmClusterWriter(writer);
  const reader = createFrameReader(spec.codec);
  const frameCounts = await writeClusters(spec, {
    stream,
    reader,
    sound: soundReader,
    captionCues,
    clusters,
    signal,
  });
  await writer.flush();
  const tracks = tracksElement({ spec, reader, sound: soundReader, hasCaptions: captionCues.length > 0 });
  const elements = [
    { id: EBML_ID.info, bytes: info },
    { id: EBML_ID.tracks, bytes: tracks },
    ...chapters.map((bytes) => ({ id: EBML_ID.chapters, bytes })),
    { id: EBML_ID.cues, bytes: webmCuesElement(clusters.seekPoints) },
  ];
  const fileStart = Buffer.concat([EBML_HEADER, webmSegmentHeader(writer.position), withWebmSeekHead(elements)]);
  // The rest of the room is filled by a `Void` element, which players skip.
  const voidBytes = headerRoomBytes - fileStart.length - 1 - MAX_EBML_SIZE_BYTES;
  if (voidBytes < 0) throw new WebmError(`the index is larger than the ${headerRoomBytes} bytes left for it`);
  await writer.writeAt(Buffer.concat([fileStart, ebmlElementHeader(EBML_ID.void, voidBytes, MAX_EBML_SIZE_BYTES)]), 0);
  return frameCounts;
}

interface MediaInputs {
  stream: AsyncIterable<Buffer>;
  reader: CodedFrameReader;
  sound: OggOpusReader | undefined;
  captionCues: readonly TimedCaption[];
  clusters: WebmClusterWriter;
  signal: AbortSignal | undefined;
}

async function writeClusters(spec: WebmSpec, media: MediaInputs): Promise<JoinedFrameCounts> {
  const { stream, reader, sound, captionCues, clusters, signal } = media;
  const frameCounts: JoinedFrameCounts = { frames: 0, keyframes: [] };
  const timeOf = (frame: number): number => Math.round((frame * 1000) / spec.fps);
  let cueIndex = 0;
  for await (const frames of readFrames(stream, reader)) {
    if (frames instanceof SynthesizedFrames) throw new RangeError('frames of H.264 do not go into WebM');
    signal?.throwIfAborted();
    for (const { parts, isKey } of frames) {
      if (frameCounts.frames === spec.frames)
        throw new WebmError(`there are more frames than the ${spec.frames} planned`);
      const ms = timeOf(frameCounts.frames);
      await clusters.startFrame(ms, isKey);
      clusters.add({ track: WEBM_TRACK_NUMBERS.video, ms, parts, isKey });
      if (isKey) frameCounts.keyframes.push(frameCounts.frames);
      frameCounts.frames += 1;
      const nextFrameMs = timeOf(frameCounts.frames);
      for (const block of (await sound?.blocksUntil(nextFrameMs)) ?? [])
        clusters.add({ ...block, track: WEBM_TRACK_NUMBERS.sound });
      for (
        let shownCue = captionCues[cueIndex];
        shownCue && shownCue.startMs < nextFrameMs;
        shownCue = captionCues[++cueIndex]
      ) {
        const { startMs, endMs, text } = shownCue;
        // The first two lines are the identifier and the settings of the cue, which are empty.
        const parts = [Buffer.from(`\n\n${escapeWebVttText(text)}`)];
        clusters.add({
          track: WEBM_TRACK_NUMBERS.captions,
          ms: startMs,
          parts,
          isKey: true,
          durationMs: endMs - startMs,
        });
      }
    }
  }
  await clusters.end();
  return frameCounts;
}

interface TracksInput {
  spec: WebmSpec;
  reader: CodedFrameReader;
  sound: OggOpusReader | undefined;
  hasCaptions: boolean;
}

function tracksElement({ spec, reader: { configuration, size }, sound, hasCaptions }: TracksInput): Buffer {
  if (!configuration || !size) throw new WebmError('the stream has no frame');
  const { codecId } = CODEC_FACTS[spec.codec].storage;
  return ebmlElementBytes(
    EBML_ID.tracks,
    webmVideoEntry({ codecId, fps: spec.fps, configuration, size }, spec.language),
    ...(sound ? [webmSoundEntry(sound.head, spec.language)] : []),
    ...(hasCaptions ? [webmCaptionsTrackEntry(spec.captions?.language)] : []),
  );
}
