import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { CommandError, ServiceRequestFailedError, UsageError } from '#emulators/host/command-errors.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { CliApiClient, MusicBody } from './cli-api-client.ts';
import { explainError } from './explain-error.ts';
import { sendUploadBytes } from './send-upload-bytes.ts';

type MusicType = Extract<MusicBody, { content_type: unknown }>['content_type'];

/** Media types of music by the extension of files. The service decides by the bytes. */
const TYPE_BY_EXTENSION: Readonly<Record<string, MusicType>> = {
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
};

/** Reports whether a path has the extension of a file with music. */
export const isMusicFile = (path: string): boolean =>
  ownPropertyValue(TYPE_BY_EXTENSION, extname(path).toLowerCase()) !== undefined;

/** Music for a video. */
export interface LoadedMusicFile {
  name: string;
  bytes: Uint8Array;
  type: MusicType;
  /** 0–1; absent: the default of the API. */
  volume?: number | undefined;
}

/** Reads a file with music. @throws UsageError for an extension that is not one of music; CommandError for a file that cannot be read */
export function loadMusicFile(path: string, volume: number | undefined): LoadedMusicFile {
  const type = ownPropertyValue(TYPE_BY_EXTENSION, extname(path).toLowerCase());
  if (type === undefined)
    throw new UsageError(
      `--music: ${path} is not a file of these types: ${Object.keys(TYPE_BY_EXTENSION).join(', ')}.`,
    );
  try {
    return { name: basename(path), bytes: readFileSync(path), type, volume };
  } catch (error) {
    throw new CommandError(`--music: ${explainError(error)}`);
  }
}

/** Uploads music and gives it to a timeline. @throws ApiError for a file that the service does not take; ServiceRequestFailedError */
export async function uploadTimelineMusic(
  client: Pick<CliApiClient, 'setMusic'>,
  timelineId: string,
  { bytes, type, volume }: LoadedMusicFile,
  signal: AbortSignal,
): Promise<void> {
  const announcement = await client.setMusic(timelineId, { content_type: type, size_bytes: bytes.byteLength });
  if (!('upload' in announcement))
    throw new ServiceRequestFailedError('The service answered no upload for announced music.');
  await sendUploadBytes(announcement.upload, bytes, 'music', signal);
  await client.setMusic(timelineId, { upload_id: announcement.upload.id, ...(volume === undefined ? {} : { volume }) });
}
