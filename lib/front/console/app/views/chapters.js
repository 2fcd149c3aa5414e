import { useEffect, useState } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { clock } from '../amounts.ts';

/** Players stop a little before the time that they are sent to. */
const ROUNDING_SECONDS = 0.05;
/** The chapters of a video, with the current one highlighted. A click on one goes there. */
export function Chapters({ track, video: film }) {
  const [cues, setCues] = useState([]);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const [element, video] = [track.current, film.current];
    if (!element || !video) return;
    const take = () => setCues([...(element.track.cues ?? [])]);
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
  const goTo = (start) => {
    if (film.current) film.current.currentTime = start;
  };
  const lit = cues.findLastIndex(({ startTime }) => startTime <= seconds + ROUNDING_SECONDS);
  return _jsx('nav', {
    class: 'chapters',
    'aria-label': 'Chapters',
    children: _jsx('ol', {
      children: cues.map((cue, index) => {
        const isLit = index === lit;
        return _jsx(
          'li',
          {
            children: _jsxs('button', {
              type: 'button',
              class: isLit ? 'chapter chapter-lit' : 'chapter',
              'aria-current': isLit ? 'true' : undefined,
              onClick: () => goTo(cue.startTime),
              children: [
                _jsx('span', { class: 'chapter-time', children: clock(cue.startTime) }),
                ' ',
                _jsx('span', { children: cue.getCueAsHTML().textContent }),
              ],
            }),
          },
          String(cue.startTime),
        );
      }),
    }),
  });
}
