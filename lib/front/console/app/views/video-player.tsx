import { useMemo, useRef } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { Chapters } from './chapters.tsx';

/** Plays a video with its captions, above its chapters. An expired address is read again. */
export function VideoPlayer({ render, onExpired }: { render: Schemas['Render']; onExpired: () => void }) {
  const { output, id } = render;
  // Each answer signs the addresses again: a video that plays must not start again for that.
  const urls = useMemo(() => output, [id, output.url === null, output.url_expires_at]);
  const film = useRef<HTMLVideoElement>(null);
  const chapters = useRef<HTMLTrackElement>(null);
  const expired = () => {
    if (urls.url_expires_at !== null && Date.parse(urls.url_expires_at) < Date.now()) onExpired();
  };
  if (urls.url === null)
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
          ref={film}
          controls
          playsInline
          crossOrigin="anonymous"
          preload="metadata"
          src={urls.url}
          {...(urls.poster_url === null ? {} : { poster: urls.poster_url })}
          aria-label="Video"
          onError={expired}
        >
          {urls.captions.vtt_url !== null && (
            <track kind="captions" src={urls.captions.vtt_url} label="Captions" srcLang="en" default />
          )}
          {urls.chapters_url !== null && (
            <track ref={chapters} kind="chapters" src={urls.chapters_url} label="Chapters" srcLang="en" />
          )}
        </video>
      </div>
      {urls.chapters_url !== null && <Chapters key={urls.chapters_url} track={chapters} video={film} />}
    </>
  );
}
