import { useEffect, useRef, useState } from 'preact/hooks';
import { requireSession } from '../session.ts';

/** The number of concurrent requests of previews: the service limits the requests per minute. */
const MAX_CONCURRENT_REQUESTS = 4;
let runningRequests = 0;
const waitingRequests: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (runningRequests >= MAX_CONCURRENT_REQUESTS) await new Promise<void>((resolve) => waitingRequests.push(resolve));
  runningRequests += 1;
  try {
    return await work();
  } finally {
    runningRequests -= 1;
    waitingRequests.shift()?.();
  }
}

/** Object URLs of the most recently loaded previews, by a key of their content. */
const cachedUrls = new Map<string, string>();
const MAX_CACHED_URLS = 300;

function cacheUrl(key: string, url: string): void {
  cachedUrls.set(key, url);
  const oldest = cachedUrls.keys().next().value;
  if (cachedUrls.size > MAX_CACHED_URLS && oldest !== undefined) {
    URL.revokeObjectURL(cachedUrls.get(oldest) ?? '');
    cachedUrls.delete(oldest);
  }
}

/** Forgets all previews at the end of a session, so that the next account cannot see them. */
export function forgetSlidePreviews(): void {
  for (const url of cachedUrls.values()) URL.revokeObjectURL(url);
  cachedUrls.clear();
}

interface SlidePictureProps {
  timelineId: string;
  slideId: string;
  /** A key of the content: it changes whenever the picture may change. */
  version: string;
  format: string;
  alt: string;
  width?: number;
  /** Values of variables, as JSON; empty: none. */
  enteredValuesJson?: string;
}

/** The preview of a slide, which is requested when it scrolls into view. The previous picture is shown until a new one is loaded. */
export function SlidePreview({
  timelineId,
  slideId,
  version,
  format,
  alt,
  width = 480,
  enteredValuesJson = '',
}: SlidePictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const key = `${slideId} ${version} ${String(width)} ${enteredValuesJson}`;
  const [isSeen, setIsSeen] = useState(false);
  const [url, setUrl] = useState(cachedUrls.get(key));
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
    const cachedUrl = cachedUrls.get(key);
    if (cachedUrl !== undefined) {
      setUrl(cachedUrl);
      return undefined;
    }
    let isObsolete = false;
    withSlot(async () => {
      if (isObsolete) return;
      const path = { id: timelineId, sid: slideId };
      const options = {
        params: { path, query: { width, ...(enteredValuesJson === '' ? {} : { variables: enteredValuesJson }) } },
        parseAs: 'blob',
      } as const;
      const picture: unknown = await requireSession().quietClient.get('/timelines/{id}/slides/{sid}/preview', options);
      if (!(picture instanceof Blob)) throw new Error('The preview is not a picture.');
      const objectUrl = URL.createObjectURL(picture);
      cacheUrl(key, objectUrl);
      if (isObsolete) return;
      setUrl(objectUrl);
      setIsBroken(false);
    }).catch(() => {
      if (!isObsolete) setIsBroken(true);
    });
    return () => {
      isObsolete = true;
    };
  }, [isSeen, key]);
  return (
    <div ref={frame} class={`picture picture-${format}`}>
      {url !== undefined && <img src={url} alt={alt} draggable={false} />}
      {url === undefined && (isBroken ? <p class="picture-note">No preview</p> : <div class="skeleton" />)}
    </div>
  );
}
