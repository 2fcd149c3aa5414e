import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { FOOTAGE_FRAME_RATE_RANGE, MAX_FOOTAGE_SECONDS } from '#engine/video/footage/footage.ts';
import { FOOTAGE_TONES_PATTERN } from '#engine/video/footage/footage-tones.ts';
import { indexFootage } from '#engine/video/footage/index-footage.ts';
import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';
import type { StoredVideo, VideoSound } from '#features/timelines/public.ts';
import { DecoderFault } from '#features/uploads/public.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { doesImageSignatureMatchType, imageFactsSchema } from '../ports.ts';

/** The storage of videos: large files are copied within it, or go through local files. */
export interface VideoFileStore {
  sizeOf(key: string): Promise<number | undefined>;
  copy(from: string, to: string): Promise<void>;
  getBytes(key: string): Promise<Uint8Array>;
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  getFile(key: string, path: string): Promise<void>;
  putFile(key: string, path: string, contentType: string): Promise<{ size_bytes: number }>;
  remove(key: string): Promise<void>;
}

/** The timeline of a video, and the announcement of each file before it is stored. */
export interface TimelineForVideoStorage {
  account_id: string;
  timeline_id: string;
  announce(key: string): Promise<void>;
}

/** The maximum number of samples of a video's sound: two seconds more than its pictures. */
const MAX_SAMPLES = (MAX_FOOTAGE_SECONDS + 2) * SOUND_SAMPLE_RATE;
const soundFactsSchema = z.strictObject({
  samples: z.int().min(1).max(MAX_SAMPLES),
  channels: z.union([z.literal(1), z.literal(2)]),
});

const shareSchema = z.number().min(0).max(1);

/** Schema of what the decoder reports about a video. Size and frames are read from the stream itself. */
export const videoFactsSchema = z.strictObject({
  fps: z.int().min(FOOTAGE_FRAME_RATE_RANGE.least).max(FOOTAGE_FRAME_RATE_RANGE.most),
  sound: soundFactsSchema.optional(),
  poster: imageFactsSchema,
  face: z.strictObject({ x: shareSchema, y: shareSchema, size: shareSchema }).optional(),
  // A decoder of an earlier version, which still runs during a deployment, does not measure them.
  tones: z.string().regex(FOOTAGE_TONES_PATTERN).optional(),
});

/** The files that the decoder made of a video, and the place to store them. */
export interface DecodedVideoToStore {
  files: VideoFileStore;
  owner: TimelineForVideoStorage;
  /** The token in the names of the decoder's files. */
  token: string;
  /** Makes the name of a stored file. Each file has its own: the record of what must be removed is found by it. */
  newName: () => string;
  /** The path of a directory for local files. */
  directory: string;
}

const FLAC_SIGNATURE = Buffer.from('fLaC');

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function fileStartsWith(path: string, signature: Uint8Array): Promise<boolean> {
  await using file = await open(path);
  const firstBytes = Buffer.alloc(signature.length);
  await file.read(firstBytes, 0, firstBytes.length, 0);
  return firstBytes.equals(signature);
}

/** The error for an answer of the decoder whose content is impossible. */
export const invalidDecoderAnswerError = (reason: string): DecoderFault =>
  new DecoderFault('failed', `the decoder of videos: ${reason}`);

/** Reads the decoder's stream unit by unit, and stores it as footage: a file of an index and the stream. */
async function storeFootage({ files, owner, token, newName, directory }: DecodedVideoToStore, fps: number) {
  const { account_id, timeline_id } = owner;
  const streamPath = join(directory, 'stream');
  const cleanPath = join(directory, 'clean');
  const footagePath = join(directory, 'footage');
  await files.getFile(storageKeys.decoded(account_id, token), streamPath);
  const index = await indexFootage(streamPath, fps, cleanPath);
  const indexBytes = Buffer.from(JSON.stringify(index));
  const footageStream = createWriteStream(footagePath);
  footageStream.write(indexBytes);
  await pipeline(createReadStream(cleanPath), footageStream);
  const key = storageKeys.footage(account_id, timeline_id, newName());
  await owner.announce(key);
  const { size_bytes } = await files.putFile(key, footagePath, 'application/octet-stream');
  const { width, height, frames } = index;
  return {
    key,
    sha256: await sha256Of(footagePath),
    size_bytes,
    index_bytes: indexBytes.length,
    width,
    height,
    fps,
    frames,
  };
}

async function storeSound(
  { files, owner, token, newName, directory }: DecodedVideoToStore,
  { samples, channels }: z.output<typeof soundFactsSchema>,
): Promise<VideoSound> {
  const { account_id, timeline_id } = owner;
  const path = join(directory, 'sound');
  await files.getFile(storageKeys.decodedSound(account_id, token), path);
  if (!(await fileStartsWith(path, FLAC_SIGNATURE))) throw invalidDecoderAnswerError('its sound is not FLAC');
  const key = storageKeys.footageSound(account_id, timeline_id, newName());
  await owner.announce(key);
  const { size_bytes } = await files.putFile(key, path, 'audio/flac');
  return { key, sha256: await sha256Of(path), size_bytes, samples, channels };
}

async function storePoster(
  { files, owner, token, newName }: DecodedVideoToStore,
  facts: z.output<typeof imageFactsSchema>,
): Promise<StoredVideo['poster']> {
  const { account_id, timeline_id } = owner;
  const bytes = await files.getBytes(storageKeys.decodedPoster(account_id, token));
  if (!doesImageSignatureMatchType(bytes, facts)) throw invalidDecoderAnswerError('its poster is not a picture');
  const { width, height, content_type, is_figure, found_focus } = facts;
  const extension = content_type === 'image/png' ? 'png' : 'jpg';
  const key = storageKeys.slideImage(account_id, timeline_id, newName(), extension);
  await owner.announce(key);
  await files.putBytes(key, bytes, content_type);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    key,
    sha256,
    size_bytes: bytes.length,
    width,
    height,
    content_type,
    ...(is_figure ? { is_figure } : {}),
    ...(found_focus ? { found_focus } : {}),
  };
}

/** Checks what the decoder made of a video, like a request, and stores it. @throws DecoderFault, UnsupportedStreamError */
export async function storeDecodedVideo(
  decodedVideo: DecodedVideoToStore,
  facts: z.output<typeof videoFactsSchema>,
): Promise<StoredVideo> {
  const { fps, sound, poster, face, tones } = facts;
  return {
    ...(await storeFootage(decodedVideo, fps)),
    ...(sound ? { sound: await storeSound(decodedVideo, sound) } : {}),
    poster: await storePoster(decodedVideo, poster),
    ...(face ? { face } : {}),
    ...(tones === undefined ? {} : { tones }),
  };
}
