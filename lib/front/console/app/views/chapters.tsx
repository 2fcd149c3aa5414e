import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { clock } from '../amounts.ts';

/** Players stop a little before the time that they are sent to. */
const ROUNDING_SECONDS = 0.05;

/** The chapters of a video, with the current one highlighted. A click on one goes there. */
export function Chapters({
  track,
  video: film,
}: {
  track: RefObject<HTMLTrackElement | null>;
  video: RefObject<HTMLVideoElement | null>;
}) {
  const [cues, setCues] = useState<readonly VTTCue[]>([]);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const [element, video] = [track.current, film.current];
    if (!element || !video) return;
    const take = () => setCues([...(element.track.cues ?? [])] as VTTCue[]);
    // `timeupdate` comes four times a second, and at once after a jump.
    const look = () => setSeconds(video.currentTime);
    element.addEventListener('load', take);
    video.addEventListener('timeupdate', look);
    // Browsers fetch no track that is disabled, and draw none that is hidden.
    element.track.mode = 'hidden';
    take();
    return () => {
      element.removeEventListener('load', take);
      video.removeEventListener('timeupdate', look);
    };
  }, []);
  if (cues.length < 2) return null;
  const goTo = (start: number) => {
    if (film.current) film.current.currentTime = start;
  };
  const lit = cues.findLastIndex(({ startTime }) => startTime <= seconds + ROUNDING_SECONDS);
  return (
    <nav class="chapters" aria-label="Chapters">
      <ol>
        {cues.map((cue, index) => {
          const isLit = index === lit;
          return (
            <li key={String(cue.startTime)}>
              <button
                type="button"
                class={isLit ? 'chapter chapter-lit' : 'chapter'}
                aria-current={isLit ? 'true' : undefined}
                onClick={() => goTo(cue.startTime)}
              >
                <span class="chapter-time">{clock(cue.startTime)}</span>{' '}
                {/* A cue's own parser takes the escapes of its text away. */}
                <span>{cue.getCueAsHTML().textContent}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
