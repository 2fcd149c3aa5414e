import { openAsBlob, statSync } from 'node:fs';
import { extname } from 'node:path';
import { CommandError, UsageError } from '#emulators/host/command-errors.ts';
import type { TimelineVideoName } from '#features/timelines/timeline-video.ts';
import { sendFileToUploadTarget } from '#front/client/send-file-to-upload-target.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { CliApiClient, TimelinePatch, UploadAnnouncementBody } from './cli-api-client.ts';
import { explainError } from './explain-error.ts';
import { VIDEO_TYPE_BY_EXTENSION } from './video-file-types.ts';

type VideoType = UploadAnnouncementBody['content_type'];

/** A reference to the same video of another timeline, which has the result of its decoding. */
interface CopiedVideo {
  copy_of: { timeline_id: string };
}

/** A video that a command names: a file, an address from which the service fetches it, or that of another timeline. */
type NamedVideo = { url: string } | { path: string; type: VideoType } | CopiedVideo;

/** The videos of a timeline that a command names. */
export type NamedTimelineVideos = Partial<Record<TimelineVideoName, NamedVideo>>;

/**
 * The video that an option names.
 * @param name the option, without its hyphens
 * @throws UsageError for an address that is not https, or an extension that is not one of videos; CommandError for a file that is not there
 */
export function readVideoOption(name: string, argument: string): NamedVideo {
  if (/^https:\/\//i.test(argument) && URL.canParse(argument)) return { url: argument };
  if (/^[a-z]+:\/\//i.test(argument)) throw new UsageError(`--${name}: ${argument} is not an https address.`);
  const type = ownPropertyValue(VIDEO_TYPE_BY_EXTENSION, extname(argument).toLowerCase());
  if (type === undefined)
    throw new UsageError(
      `--${name}: ${argument} is not a file of these types: ${Object.keys(VIDEO_TYPE_BY_EXTENSION).join(', ')}.`,
    );
  try {
    if (statSync(argument).isFile()) return { path: argument, type };
  } catch (error) {
    throw new CommandError(`--${name}: ${explainError(error)}`);
  }
  throw new CommandError(`--${name}: ${argument} is not a file.`);
}

/** Uploads a file, or names its address. The file is read while it is sent. @throws ApiError, NoAnswer */
async function sendVideo(
  client: Pick<CliApiClient, 'announceUpload'>,
  video: NamedVideo,
  signal: AbortSignal,
): Promise<{ url: string } | { upload_id: string } | CopiedVideo> {
  if (!('path' in video)) return video;
  const file = await openAsBlob(video.path);
  const { upload } = await client.announceUpload({ content_type: video.type, size_bytes: file.size });
  await sendFileToUploadTarget(upload, file, { signal });
  return { upload_id: upload.id };
}

/** The paths of the files among the named videos. */
export const filePathsOfTimelineVideos = (videos: NamedTimelineVideos): string[] =>
  Object.values(videos).flatMap((video) => ('path' in video ? [video.path] : []));

/** The same videos as references to those of a timeline, which the service copies: nothing is sent or decoded again. */
export const toVideoCopyReferences = (timelineId: string, videos: NamedTimelineVideos): NamedTimelineVideos => ({
  ...(videos.intro && { intro: { copy_of: { timeline_id: timelineId } } }),
  ...(videos.outro && { outro: { copy_of: { timeline_id: timelineId } } }),
});

/** Uploads the videos of a timeline. @returns the fields of the request that sets them @throws ApiError, NoAnswer */
export async function sendTimelineVideos(
  client: Pick<CliApiClient, 'announceUpload'>,
  { intro, outro }: NamedTimelineVideos,
  signal: AbortSignal,
): Promise<Pick<TimelinePatch, TimelineVideoName>> {
  return {
    ...(intro && { intro: await sendVideo(client, intro, signal) }),
    ...(outro && { outro: await sendVideo(client, outro, signal) }),
  };
}
