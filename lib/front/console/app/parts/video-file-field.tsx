import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { formatDuration } from '../amounts.ts';
import { UPLOADABLE_VIDEO_MEDIA_TYPES, uploadVideo, type VideoFileRequestInput } from '../sent-video.ts';
import { showNotice } from './notices.tsx';
import { UploadField } from './upload-field.tsx';

/** The state of a video in an answer. */
type VideoState = Pick<Schemas['Presenter'], 'status' | 'poster_url' | 'duration_seconds' | 'error'> &
  Partial<Pick<Schemas['SlideVideo'], 'width' | 'height' | 'has_sound'>>;

/** Milliseconds between two reads of the state of a video that is being decoded. */
const POLL_MS = 3000;

/** The poster of a video, or the note that it is being decoded, or why it could not be. */
function VideoPoster({ noun, video }: { noun: string; video: VideoState }) {
  const { status, poster_url, width, height, duration_seconds, has_sound, error } = video;
  if (status === 'failed') return <p class="fine">{error?.message ?? `The ${noun} could not be decoded.`}</p>;
  if (poster_url === null)
    return (
      <p class="fine" role="status">
        The {noun} is being decoded. A render waits for it.
      </p>
    );
  const facts = [
    ...(width && height ? [`${String(width)} × ${String(height)}`] : []),
    formatDuration(duration_seconds ?? 0),
    ...(has_sound == null ? [] : [has_sound ? 'with sound' : 'silent']),
  ];
  return (
    <>
      <img class="media-thumb" src={poster_url} alt={`A frame of the ${noun}`} />
      <p class="fine">{facts.join(', ')}</p>
    </>
  );
}

/** The field for the file of a video, which is uploaded or fetched from an address. Until it is decoded, its state is read repeatedly. */
export function VideoFileField({
  label,
  hint,
  video,
  onSource,
  onRemove,
  onRefresh,
  children,
}: {
  label: string;
  /** The use of the video, after the kinds of files that are taken. */
  hint: string;
  video: VideoState | null;
  onSource: (source: VideoFileRequestInput) => Promise<void>;
  onRemove: () => Promise<void>;
  /** Reads the state of the video again. */
  onRefresh: () => Promise<unknown>;
  /** The form of its options; it is shown unless the video has failed. */
  children: ComponentChildren;
}) {
  const noun = label.toLowerCase();
  const isPending = video?.status === 'pending';
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(() => void onRefresh().catch(() => undefined), POLL_MS);
    return () => clearInterval(timer);
  }, [isPending]);
  return (
    <>
      <UploadField
        title={label}
        label={label}
        accept={UPLOADABLE_VIDEO_MEDIA_TYPES.join(',')}
        hint={`MP4, MOV or WebM, at most 2 GB, or a GIF or WebP that moves. ${hint}`}
        onFile={async (file) => onSource(await uploadVideo(file))}
        onAddress={(url) => onSource({ url })}
        onRemove={async () => {
          await onRemove();
          showNotice(`The ${noun} is removed.`);
        }}
      >
        {video !== null && <VideoPoster noun={noun} video={video} />}
      </UploadField>
      {video && video.status !== 'failed' && children}
    </>
  );
}
