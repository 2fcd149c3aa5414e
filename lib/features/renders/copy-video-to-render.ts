import type { Clock } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { FileMissingError, type FileStore } from './ports.ts';
import { fileKeysOfRenderResult, fileRetentionDaysOfRender, type Render, type RenderResultFiles } from './render.ts';
import { isReusableVideoFresh, type ReusableVideo, type ReusableVideoFinder } from './reusable-video.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';

/** The storage key of a file of a render. It contains the lease token of the worker that writes the file. */
export const renderFileKey = (render: Render, token: string, name: string): string =>
  storageKeys.output(fileRetentionDaysOfRender(render), render.account_id, render.id, token, name);

/**
 * Finds an equal video of an earlier render of the account; undefined if none exists, or it is too old.
 * @param name content address of the video
 */
export async function findReusableVideo(
  { films, clock }: { films: ReusableVideoFinder; clock: Clock },
  { account_id }: Pick<Render, 'account_id'>,
  name: string,
): Promise<ReusableVideo | undefined> {
  const video = await films.find(account_id, name);
  return video && isReusableVideoFresh(video, clock()) ? video : undefined;
}

/** The number of files that are copied at the same time; a video with thumbnails has hundreds. */
const MAX_CONCURRENT_COPIES = 16;

/**
 * Copies the files of a video to keys of this render, so that they live as long as this render. A worker that is killed in between leaves
 * copies that nothing names, which a lifecycle rule deletes.
 * @param slideIds ids of this render's slides, for its thumbnails; equal videos can have slides with other ids
 * @returns undefined when one of the files no longer exists
 */
export async function copyVideoToRender(
  { files }: { files: Pick<FileStore, 'copy'> },
  { render, lease }: Pick<ClaimedRenderTask, 'render' | 'lease'>,
  { files: sourceFiles }: ReusableVideo,
  slideIds: readonly string[],
): Promise<RenderResultFiles | undefined> {
  const keyOfCopy = (key: string): string => renderFileKey(render, lease.token, key.slice(key.lastIndexOf('/') + 1));
  try {
    await forEachConcurrent(fileKeysOfRenderResult(sourceFiles), MAX_CONCURRENT_COPIES, (key) =>
      files.copy(key, keyOfCopy(key)),
    );
  } catch (error) {
    if (error instanceof FileMissingError) return undefined;
    throw error;
  }
  const { size_bytes, duration_seconds, motion_seconds, thumbnails, ...keys } = sourceFiles;
  return {
    ...mapKeys(keys, keyOfCopy),
    ...(thumbnails ? { thumbnails: { prefix: keyOfCopy(thumbnails.prefix), slide_ids: [...slideIds] } } : {}),
    size_bytes,
    duration_seconds,
    ...(motion_seconds === undefined ? {} : { motion_seconds }),
  };
}

type FileKeys = Pick<RenderResultFiles, 'video_key'> & Partial<Record<string, string>>;

/** Replaces the storage key of each file. */
function mapKeys({ video_key, ...others }: FileKeys, map: (key: string) => string): FileKeys {
  const mappedEntries = Object.entries(others).flatMap(([name, key]) =>
    key === undefined ? [] : [[name, map(key)] as const],
  );
  return { video_key: map(video_key), ...Object.fromEntries(mappedEntries) };
}
