import { useMemo, useRef } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { VideoChapterList } from './video-chapter-list.tsx';

/** A player for the video of a render, with captions and chapters. `onExpired` is called if its URL has expired. */
export function VideoPlayer({ render, onExpired }: { render: Schemas['Render']; onExpired: () => void }) {
  const { output, id } = render;
  // Each answer has new signed URLs. The player keeps the first ones until they expire, because a new URL would restart the video.
  const shownOutput = useMemo(() => output, [id, output.url === null, output.url_expires_at]);
  const player = useRef<HTMLVideoElement>(null);
  const chapters = useRef<HTMLTrackElement>(null);
  const reportIfExpired = () => {
    if (shownOutput.url_expires_at !== null && Date.parse(shownOutput.url_expires_at) < Date.now()) onExpired();
  };
  if (shownOutput.url === null)
    return (
      <p class="note">
        {render.deleted
          ? 'The files of this video were deleted. Render the timeline again to get a video.'
          : 'The files of this video were deleted at the end of their retention time. Render the timeline again.'}
      </p>
    );
  return (
    <>
      <div class={`film film-${output.format}`}>
        <video
          ref={player}
          controls
          playsInline
          crossOrigin="anonymous"
          preload="metadata"
          src={shownOutput.url}
          {...(shownOutput.poster_url === null ? {} : { poster: shownOutput.poster_url })}
          aria-label="Video"
          onError={reportIfExpired}
        >
          {shownOutput.captions.vtt_url !== null && (
            <track kind="captions" src={shownOutput.captions.vtt_url} label="Captions" default />
          )}
          {shownOutput.chapters_url !== null && (
            <track ref={chapters} kind="chapters" src={shownOutput.chapters_url} label="Chapters" />
          )}
        </video>
      </div>
      {shownOutput.chapters_url !== null && (
        <VideoChapterList key={shownOutput.chapters_url} track={chapters} video={player} />
      )}
    </>
  );
}
