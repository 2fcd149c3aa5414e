import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatDuration } from '../amounts.ts';

/** Seconds by which a player may stop before the requested time. */
const ROUNDING_SECONDS = 0.05;

/** The chapters of a video, the current one highlighted. A click moves the video to a chapter. Empty for fewer than two chapters. */
export function VideoChapterList({
  track,
  video: player,
}: {
  track: RefObject<HTMLTrackElement | null>;
  video: RefObject<HTMLVideoElement | null>;
}) {
  const [cues, setCues] = useState<readonly VTTCue[]>([]);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const [element, video] = [track.current, player.current];
    if (!element || !video) return;
    const showCues = () => setCues([...(element.track.cues ?? [])] as VTTCue[]);
    // Browsers send `timeupdate` about four times per second, and immediately after a seek.
    const updateTime = () => setSeconds(video.currentTime);
    element.addEventListener('load', showCues);
    video.addEventListener('timeupdate', updateTime);
    // A browser does not load a disabled track; it loads a hidden one without drawing it.
    element.track.mode = 'hidden';
    showCues();
    return () => {
      element.removeEventListener('load', showCues);
      video.removeEventListener('timeupdate', updateTime);
    };
  }, []);
  if (cues.length < 2) return null;
  const goTo = (start: number) => {
    if (player.current) player.current.currentTime = start;
  };
  const currentIndex = cues.findLastIndex(({ startTime }) => startTime <= seconds + ROUNDING_SECONDS);
  return (
    <nav class="chapters" aria-label="Chapters">
      <ol>
        {cues.map((cue, index) => {
          const isCurrent = index === currentIndex;
          return (
            <li key={String(cue.startTime)}>
              <button
                type="button"
                class={isCurrent ? 'chapter chapter-lit' : 'chapter'}
                aria-current={isCurrent ? 'true' : undefined}
                onClick={() => goTo(cue.startTime)}
              >
                <span class="chapter-time">{formatDuration(cue.startTime)}</span>{' '}
                {/* The parser of the cue decodes the escapes of WebVTT. */}
                <span>{cue.getCueAsHTML().textContent}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
