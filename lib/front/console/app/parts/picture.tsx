import { useEffect, useRef, useState } from 'preact/hooks';
import { signedIn } from '../session.ts';

/** Previews that are requested at a time: the service limits the requests of a minute. */
const AT_ONCE = 4;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Previews that were loaded last, by what they show. */
const kept = new Map<string, string>();
const MOST_KEPT = 300;

function keep(key: string, url: string): void {
  kept.set(key, url);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) {
    URL.revokeObjectURL(kept.get(oldest) ?? '');
    kept.delete(oldest);
  }
}

/** Forgets all pictures: the next account must not see them. */
export function forgetPictures(): void {
  for (const url of kept.values()) URL.revokeObjectURL(url);
  kept.clear();
}

interface SlidePictureProps {
  timelineId: string;
  slideId: string;
  /** Changes whenever the picture may be another one. */
  version: string;
  format: string;
  alt: string;
  width?: number;
  /** Values of variables, as JSON; empty: none. */
  variables?: string;
}

/** The preview of a slide: drawn by the service when it comes into view. The last one stays until the next is there. */
export function SlidePicture({
  timelineId,
  slideId,
  version,
  format,
  alt,
  width = 480,
  variables = '',
}: SlidePictureProps) {
  const frame = useRef<HTMLDivElement>(null);
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
      } as const;
      const picture: unknown = await signedIn().quiet.get('/timelines/{id}/slides/{sid}/preview', options);
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
  return (
    <div ref={frame} class={`picture picture-${format}`}>
      {url !== undefined && <img src={url} alt={alt} draggable={false} />}
      {url === undefined && (isBroken ? <p class="picture-note">No preview</p> : <div class="skeleton" />)}
    </div>
  );
}
