import type { Clock } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { FileMissingError, type FileStore } from './ports.ts';
import { fileKeysOfRenderResult, fileRetentionDaysOfRender, type Render, type RenderResult } from './render.ts';
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
  const film = await films.find(account_id, name);
  return film && isReusableVideoFresh(film, clock()) ? film : undefined;
}

/** The number of files that are copied at the same time; a video with thumbnails has hundreds. */
const CONCURRENT_COPIES = 16;

/**
 * Copies the files of a video to keys of this render, so that they live as long as this render. A worker that is killed in between leaves
 * copies that nothing names, which a lifecycle rule deletes.
 * @param slideIds ids of this render's slides, for its thumbnails; equal videos can have slides with other ids
 * @returns undefined when one of the files no longer exists
 */
export async function copyVideoToRender(
  { files }: { files: Pick<FileStore, 'copy'> },
  { render, lease }: Pick<ClaimedRenderTask, 'render' | 'lease'>,
  { files: made }: ReusableVideo,
  slideIds: readonly string[],
): Promise<RenderResult | undefined> {
  const ownKey = (key: string): string => renderFileKey(render, lease.token, key.slice(key.lastIndexOf('/') + 1));
  try {
    await forEachConcurrent(fileKeysOfRenderResult(made), CONCURRENT_COPIES, (key) => files.copy(key, ownKey(key)));
  } catch (error) {
    if (error instanceof FileMissingError) return undefined;
    throw error;
  }
  const { size_bytes, duration_seconds, motion_seconds, thumbnails, ...keys } = made;
  return {
    ...mapKeys(keys, ownKey),
    ...(thumbnails ? { thumbnails: { prefix: ownKey(thumbnails.prefix), slide_ids: [...slideIds] } } : {}),
    size_bytes,
    duration_seconds,
    ...(motion_seconds === undefined ? {} : { motion_seconds }),
  };
}

type Keys = Pick<RenderResult, 'video_key'> & Partial<Record<string, string>>;

/** Replaces the storage key of each file. */
function mapKeys({ video_key, ...others }: Keys, map: (key: string) => string): Keys {
  const mapped = Object.entries(others).flatMap(([name, key]) =>
    key === undefined ? [] : [[name, map(key)] as const],
  );
  return { video_key: map(video_key), ...Object.fromEntries(mapped) };
}
