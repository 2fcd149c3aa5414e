import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Box, findTrack, Mp4Error, requireBox, serializeBox } from './boxes.ts';
import { moveChunks, outgrowsShortOffsets, widenChunkOffsets } from './chunk-offsets.ts';
import { readClock, setEdit, writeClock } from './durations.ts';
import { readMp4, type TopLevelBox } from './file.ts';
import { completeVisualSampleEntry } from './visual-sample-entry.ts';

export interface FinishOptions {
  /** Samples at the start of the AAC track that the encoder put before the sound. */
  audioPriming: number;
  signal?: AbortSignal | undefined;
}

/**
 * Copies a muxed file with `moov` in front (fast start), the video's sample entry complete, and edits that play the
 * video whole, and the audio from its first real sample for no longer than the video.
 * @throws Mp4Error
 */
export async function finishMp4(from: string, to: string, { audioPriming, signal }: FinishOptions): Promise<void> {
  const { boxes, moov } = await readMp4(from);
  const [ftyp] = boxes.filter((box) => box.type === 'ftyp');
  const [mdat, ...moreMedia] = boxes.filter((box) => box.type === 'mdat');
  if (!ftyp || !mdat || moreMedia.length > 0) throw new Mp4Error('a file with one "ftyp" and one "mdat" was expected');
  const video = findTrack(moov, 'vide');
  if (!video) throw new Mp4Error('the file has no video track');
  completeVisualSampleEntry(requireBox(video, 'mdia', 'minf', 'stbl', 'stsd'));
  setDurations(moov, video, audioPriming);
  const header = placeInFront(moov, ftyp, mdat);
  const out = await open(to, 'w');
  try {
    await copyBox(from, ftyp, out, signal);
    await out.appendFile(header);
    await copyBox(from, mdat, out, signal);
  } finally {
    await out.close();
  }
}

/** The movie gets the clock of the video track, so that its duration is exact in frames. */
function setDurations(moov: Box, video: Box, audioPriming: number): void {
  const { timescale, duration } = readClock(requireBox(video, 'mdia', 'mdhd'));
  writeClock(requireBox(moov, 'mvhd'), { timescale, duration });
  setEdit(video, { duration, mediaTime: 0 });
  const audio = findTrack(moov, 'soun');
  if (!audio) return;
  const media = readClock(requireBox(audio, 'mdia', 'mdhd'));
  const playable = Math.round(((media.duration - audioPriming) * timescale) / media.timescale);
  setEdit(audio, { duration: Math.max(0, Math.min(playable, duration)), mediaTime: audioPriming });
}

/** The bytes of `moov` as they stand between `ftyp` and `mdat`. */
function placeInFront(moov: Box, ftyp: TopLevelBox, mdat: TopLevelBox): Buffer {
  const shift = (): number => ftyp.size + serializeBox(moov).length - mdat.start;
  if (outgrowsShortOffsets(moov, shift())) widenChunkOffsets(moov);
  moveChunks(moov, shift());
  return serializeBox(moov);
}

async function copyBox(from: string, box: TopLevelBox, out: FileHandle, signal?: AbortSignal): Promise<void> {
  const source = createReadStream(from, { start: box.start, end: box.start + box.size - 1, highWaterMark: 1 << 20 });
  for await (const bytes of source) {
    signal?.throwIfAborted();
    await out.appendFile(bytes);
  }
}
