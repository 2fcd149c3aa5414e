import { useEffect, useRef, useState } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { signedIn } from '../session.ts';

/** Previews that are requested at a time: the service limits the requests of a minute. */
const AT_ONCE = 4;
let running = 0;
const waiting = [];
async function inTurn(work) {
  if (running >= AT_ONCE) await new Promise((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
/** Previews that were loaded last, by what they show. */
const kept = new Map();
const MOST_KEPT = 300;
function keep(key, url) {
  kept.set(key, url);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) {
    URL.revokeObjectURL(kept.get(oldest) ?? '');
    kept.delete(oldest);
  }
}
/** Forgets all pictures: the next account must not see them. */
export function forgetPictures() {
  for (const url of kept.values()) URL.revokeObjectURL(url);
  kept.clear();
}
/** The preview of a slide: drawn by the service when it comes into view. The last one stays until the next is there. */
export function SlidePicture({ timelineId, slideId, version, format, alt, width = 480, variables = '' }) {
  const frame = useRef(null);
  const key = `${slideId} ${version} ${String(width)} ${variables}`;
  const [isSeen, setIsSeen] = useState(false);
  const [url, setUrl] = useState(kept.get(key));
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsSeen(true),
      { rootMargin: '300px' },
    );
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isSeen) return undefined;
    const there = kept.get(key);
    if (there !== undefined) {
      setUrl(there);
      return undefined;
    }
    let isOver = false;
    inTurn(async () => {
      if (isOver) return;
      const path = { id: timelineId, sid: slideId };
      const options = {
        params: { path, query: { width, ...(variables === '' ? {} : { variables }) } },
        parseAs: 'blob',
      };
      const picture = await signedIn().quiet.get('/timelines/{id}/slides/{sid}/preview', options);
      if (!(picture instanceof Blob)) throw new Error('The preview is not a picture.');
      const made = URL.createObjectURL(picture);
      keep(key, made);
      if (isOver) return;
      setUrl(made);
      setIsBroken(false);
    }).catch(() => {
      if (!isOver) setIsBroken(true);
    });
    return () => {
      isOver = true;
    };
  }, [isSeen, key]);
  return _jsxs('div', {
    ref: frame,
    class: `picture picture-${format}`,
    children: [
      url !== undefined && _jsx('img', { src: url, alt: alt, draggable: false }),
      url === undefined &&
        (isBroken ? _jsx('p', { class: 'picture-note', children: 'No preview' }) : _jsx('div', { class: 'skeleton' })),
    ],
  });
}
