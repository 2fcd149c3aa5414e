import { useMemo, useRef } from 'preact/hooks';
import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { Chapters } from './chapters.tsx';
/** Plays a video with its captions, above its chapters. An expired address is read again. */
export function VideoPlayer({ render, onExpired }) {
  const { output, id } = render;
  // Each answer signs the addresses again: a video that plays must not start again for that.
  const urls = useMemo(() => output, [id, output.url === null, output.url_expires_at]);
  const film = useRef(null);
  const chapters = useRef(null);
  const expired = () => {
    if (urls.url_expires_at !== null && Date.parse(urls.url_expires_at) < Date.now()) onExpired();
  };
  if (urls.url === null)
    return _jsx('p', {
      class: 'note',
      children: render.deleted
        ? 'The files of this video were deleted. Render the timeline again to get a video.'
        : 'The files of this video were deleted at the end of their retention time. Render the timeline again.',
    });
  return _jsxs(_Fragment, {
    children: [
      _jsx('div', {
        class: `film film-${output.format}`,
        children: _jsxs('video', {
          ref: film,
          controls: true,
          playsInline: true,
          crossOrigin: 'anonymous',
          preload: 'metadata',
          src: urls.url,
          ...(urls.poster_url === null ? {} : { poster: urls.poster_url }),
          'aria-label': 'Video',
          onError: expired,
          children: [
            urls.captions.vtt_url !== null &&
              _jsx('track', {
                kind: 'captions',
                src: urls.captions.vtt_url,
                label: 'Captions',
                srcLang: 'en',
                default: true,
              }),
            urls.chapters_url !== null &&
              _jsx('track', {
                ref: chapters,
                kind: 'chapters',
                src: urls.chapters_url,
                label: 'Chapters',
                srcLang: 'en',
              }),
          ],
        }),
      }),
      urls.chapters_url !== null && _jsx(Chapters, { track: chapters, video: film }, urls.chapters_url),
    ],
  });
}
