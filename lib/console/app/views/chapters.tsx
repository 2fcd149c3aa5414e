import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { clock } from '../amounts.ts';

/** The chapters of a film, with the one lit that is shown. A click on one goes there. */
export function Chapters({
  track,
  film,
}: {
  track: RefObject<HTMLTrackElement | null>;
  film: RefObject<HTMLVideoElement | null>;
}) {
  const [cues, setCues] = useState<readonly VTTCue[]>([]);
  const [lit, setLit] = useState<string>();
  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const take = () => setCues([...(element.track.cues ?? [])] as VTTCue[]);
    const light = () => {
      const shown = element.track.activeCues?.[0];
      setLit(shown && String(shown.startTime));
    };
    element.addEventListener('load', take);
    element.track.addEventListener('cuechange', light);
    // Browsers fetch no track that is disabled, and draw none that is hidden.
    element.track.mode = 'hidden';
    take();
    return () => {
      element.removeEventListener('load', take);
      element.track.removeEventListener('cuechange', light);
    };
  }, []);
  if (cues.length < 2) return null;
  const goTo = (seconds: number) => {
    if (film.current) film.current.currentTime = seconds;
  };
  return (
    <nav class="chapters" aria-label="Chapters">
      <ol>
        {cues.map((cue) => {
          const isLit = String(cue.startTime) === lit;
          return (
            <li key={String(cue.startTime)}>
              <button
                type="button"
                class={isLit ? 'chapter chapter-lit' : 'chapter'}
                aria-current={isLit ? 'true' : undefined}
                onClick={() => goTo(cue.startTime)}
              >
                <span class="chapter-time">{clock(cue.startTime)}</span>
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
