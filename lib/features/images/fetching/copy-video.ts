import { type StoredVideo, storedVideoSchema } from '#features/timelines/public.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import type { TimelineForVideoStorage, VideoFileStore } from './store-decoded-video.ts';

/** A stored video without the options with which its slide shows it. */
export const storedVideoWithoutOptions = (video: StoredVideo): StoredVideo => storedVideoSchema.parse(video);

/** The files that a copy of a video reads and writes. */
export type VideoCopyFileStore = Pick<VideoFileStore, 'copy' | 'sizeOf'>;

/**
 * Copies the files of a stored video for another slide or timeline: each has files that are removed with it.
 * @param newName makes the name of a stored file
 * @throws ServiceError `video_invalid` if the original was removed meanwhile
 */
export async function copyStoredVideo(
  files: VideoCopyFileStore,
  { account_id, timeline_id, announce }: TimelineForVideoStorage,
  { poster, sound, ...footage }: StoredVideo,
  newName: () => string,
): Promise<StoredVideo> {
  const copyFile = async <Stored extends { key: string }>(stored: Stored, key: string): Promise<Stored> => {
    if ((await files.sizeOf(stored.key)) === undefined)
      throw new ServiceError('video_invalid', 'The video was removed before it was copied. Send its file again.', {
        param: 'video',
      });
    await announce(key);
    await files.copy(stored.key, key);
    return { ...stored, key };
  };
  const extension = poster.content_type === 'image/png' ? 'png' : 'jpg';
  return {
    ...(await copyFile(footage, storageKeys.footage(account_id, timeline_id, newName()))),
    ...(sound ? { sound: await copyFile(sound, storageKeys.footageSound(account_id, timeline_id, newName())) } : {}),
    poster: await copyFile(poster, storageKeys.slideImage(account_id, timeline_id, newName(), extension)),
  };
}
