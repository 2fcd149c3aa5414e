import type { Mp4BoxContentExtent } from '#engine/video/mp4/boxes.ts';
import { AAC_FRAME_SAMPLES } from '#engine/video/settings.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { audioTooLongFault, invalidAudioFault, MAX_SENT_AUDIO_SECONDS } from '../decoded-audio.ts';
import { MAX_AAC_FRAMES } from './aac-frames.ts';
import { type AacConfig, aacConfigOfEsdsBox, unsupportedM4aCodecFault } from './audio-config.ts';
import { damagedM4aTablesFault, findMp4BoxAtPath, iterateMp4Boxes, readMp4Table, truncatedM4aFault } from './boxes.ts';
import { type PlayedSampleRange, playedSampleRangeOf } from './edit-list.ts';

/** The audio track of an M4A file, before decoding. */
export interface AacTrack {
  config: AacConfig;
  /** Offsets of the frames in the file, in order; `to` is exclusive. */
  frames: { from: number; to: number }[];
  /** The part that the edit list presents. */
  played: PlayedSampleRange;
}

/** A frame has at most 6,144 bits per channel (ISO/IEC 14496-3 §4.5.3.1) and a few bytes more. */
const MAX_FRAME_BYTES = 2048;
/** Bytes of an audio sample entry before its boxes, by version: ISO files have 0, QuickTime has 1 and 2, too. */
const SAMPLE_ENTRY_BYTES = [28, 44, 64];

/** The kind of a track: `soun` for sound, `vide` for video; empty when the file does not name it. */
function handlerTypeOf(fileBytes: Buffer, track: Mp4BoxContentExtent): string {
  const hdlr = findMp4BoxAtPath(fileBytes, track, 'mdia', 'hdlr');
  return hdlr && hdlr.from + 12 <= hdlr.to ? fileBytes.toString('latin1', hdlr.from + 8, hdlr.from + 12) : '';
}

const CODEC_NAMES: Readonly<Record<string, string>> = {
  alac: 'Apple Lossless',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  Opus: 'Opus',
  fLaC: 'FLAC',
};

function readConfig(fileBytes: Buffer, tables: Mp4BoxContentExtent): AacConfig {
  const stsd = findMp4BoxAtPath(fileBytes, tables, 'stsd');
  const [entry] = stsd ? iterateMp4Boxes(fileBytes, { from: stsd.from + 8, to: stsd.to }) : [];
  if (!entry) throw damagedM4aTablesFault();
  if (entry.type !== 'mp4a')
    throw unsupportedM4aCodecFault(ownPropertyValue(CODEC_NAMES, entry.type) ?? 'something else');
  if (entry.from + 28 > entry.to) throw damagedM4aTablesFault();
  const headerBytes = SAMPLE_ENTRY_BYTES[fileBytes.readUInt16BE(entry.from + 8)] ?? 28;
  const entryBoxes = { from: entry.from + headerBytes, to: entry.to };
  // QuickTime files have the box within a `wave` box.
  const esds =
    findMp4BoxAtPath(fileBytes, entryBoxes, 'esds') ?? findMp4BoxAtPath(fileBytes, entryBoxes, 'wave', 'esds');
  if (!esds) throw unsupportedM4aCodecFault('something else');
  return aacConfigOfEsdsBox(fileBytes.subarray(esds.from, esds.to));
}

/** The size of each frame (ISO/IEC 14496-12 §8.7.3). */
function readFrameSizes(fileBytes: Buffer, tables: Mp4BoxContentExtent): number[] {
  const stsz = findMp4BoxAtPath(fileBytes, tables, 'stsz');
  if (!stsz || stsz.from + 12 > stsz.to) throw damagedM4aTablesFault();
  // 0: the table has a size for each frame.
  const commonSize = fileBytes.readUInt32BE(stsz.from + 4);
  const count = fileBytes.readUInt32BE(stsz.from + 8);
  if (count === 0) throw invalidAudioFault('This file has no sound, or is fragmented, which is not supported.');
  const audioTooLong = () => audioTooLongFault(MAX_SENT_AUDIO_SECONDS);
  if (commonSize === 0) return Array.from(readMp4Table(fileBytes, stsz, 8, 1, audioTooLong), ([size = 0]) => size);
  // Frames of one size have no table whose length bounds their number.
  if (commonSize * count > fileBytes.length) throw truncatedM4aFault();
  if (count > MAX_AAC_FRAMES) throw audioTooLong();
  return new Array<number>(count).fill(commonSize);
}

/** The offset of each chunk (ISO/IEC 14496-12 §8.7.5). */
function readChunkOffsets(fileBytes: Buffer, tables: Mp4BoxContentExtent): number[] {
  const stco = findMp4BoxAtPath(fileBytes, tables, 'stco');
  if (stco) return Array.from(readMp4Table(fileBytes, stco, 4, 1), ([offset = 0]) => offset);
  const co64 = findMp4BoxAtPath(fileBytes, tables, 'co64');
  if (!co64) throw damagedM4aTablesFault();
  return Array.from(readMp4Table(fileBytes, co64, 4, 2), ([high = 0, low = 0]) => high * 2 ** 32 + low);
}

/** The offsets of the frames: each chunk has a number of consecutive frames (ISO/IEC 14496-12 §8.7.4). */
function locateFrames(fileBytes: Buffer, tables: Mp4BoxContentExtent): AacTrack['frames'] {
  const sizes = readFrameSizes(fileBytes, tables);
  const stsc = findMp4BoxAtPath(fileBytes, tables, 'stsc');
  if (!stsc) throw damagedM4aTablesFault();
  const chunkRuns = [...readMp4Table(fileBytes, stsc, 4, 3)];
  const frames: AacTrack['frames'] = [];
  let runIndex = 0;
  for (const [chunk, chunkOffset] of readChunkOffsets(fileBytes, tables).entries()) {
    if ((chunkRuns[runIndex + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= chunk + 1) runIndex++;
    let offset = chunkOffset;
    for (
      let framesLeftInChunk = chunkRuns[runIndex]?.[1] ?? 0;
      framesLeftInChunk > 0 && frames.length < sizes.length;
      framesLeftInChunk--
    ) {
      const frameEnd = offset + (sizes[frames.length] ?? 0);
      if (frameEnd > fileBytes.length) throw truncatedM4aFault();
      if (frameEnd === offset || frameEnd - offset > MAX_FRAME_BYTES) throw damagedM4aTablesFault();
      frames.push({ from: offset, to: frameEnd });
      offset = frameEnd;
    }
  }
  if (frames.length < sizes.length) throw damagedM4aTablesFault();
  return frames;
}

/** The first audio track of a `moov` box. Tracks are read one by one: a file may have thousands of empty ones. */
function findAudioTrack(
  fileBytes: Buffer,
  movie: Mp4BoxContentExtent,
  acceptsVideo: boolean,
): Mp4BoxContentExtent | undefined {
  let audioTrack: Mp4BoxContentExtent | undefined;
  for (const box of iterateMp4Boxes(fileBytes, movie)) {
    const handler = box.type === 'trak' ? handlerTypeOf(fileBytes, box) : undefined;
    if (handler === 'vide' && !acceptsVideo) throw invalidAudioFault('This is a video. Send its sound alone.');
    if (handler === 'soun') audioTrack ??= box;
  }
  return audioTrack;
}

/**
 * Reads the tables of an M4A file (ISO/IEC 14496-12 and -14), wherever they are in the file.
 * @param acceptsVideo true: the audio track of a video is read, too
 * @throws AudioFault for a video without `acceptsVideo`, another codec than AAC-LC, a file that is cut off or has contradicting tables
 */
export function readAacTrack(fileBytes: Buffer, acceptsVideo = false): AacTrack {
  const movie = findMp4BoxAtPath(fileBytes, { from: 0, to: fileBytes.length }, 'moov');
  if (!movie) throw invalidAudioFault('The M4A file is cut off, or has no sound.');
  const track = findAudioTrack(fileBytes, movie, acceptsVideo);
  const tables = track && findMp4BoxAtPath(fileBytes, track, 'mdia', 'minf', 'stbl');
  if (!track || !tables) throw invalidAudioFault('This file has no sound.');
  const config = readConfig(fileBytes, tables);
  const frames = locateFrames(fileBytes, tables);
  const played = playedSampleRangeOf(fileBytes, movie, track, config.sampleRate, frames.length * AAC_FRAME_SAMPLES);
  return { config, frames, played };
}
