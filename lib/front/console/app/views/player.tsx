import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { formatDuration } from '../amounts.ts';
import { useLoadedData } from '../load.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { SlidePreview } from '../parts/picture.tsx';
import { requireSession } from '../session.ts';
import { slideIndexAtTime, slideSpeechText, slideStartTimesAndEnd } from '../slide-timing.ts';

/** A dialog that plays the slides of a timeline with narration and music without a render. Transitions and motion are not shown. */
export function SlidePlayerDialog({
  timeline,
  settingsKey,
  enteredValuesJson,
  estimatedSeconds: checkedSeconds,
  startIndex,
  onClose,
}: {
  timeline: Schemas['Timeline'];
  /** A key of the settings on which pictures depend: a change reloads them. */
  settingsKey: string;
  /** Values of variables, as JSON. */
  enteredValuesJson: string;
  /** The duration of the video that the checks estimate; undefined until they have one. */
  estimatedSeconds: number | undefined;
  /** The index of the slide to start with. */
  startIndex: number;
  onClose: () => void;
}) {
  const { slides, background_audio: music } = timeline;
  const startTimes = useMemo(() => slideStartTimesAndEnd(slides, timeline), [timeline]);
  const endSeconds = startTimes.at(-1) ?? 0;
  const [position, setPosition] = useState(startTimes[startIndex] ?? 0);
  const [isPlaying, setIsPlaying] = useState(false);
  const speechPlayer = useRef<HTMLAudioElement>(null);
  const musicPlayer = useRef<HTMLAudioElement>(null);
  const index = slideIndexAtTime(startTimes, position);
  const slide = slides[index];
  const audio = useLoadedData(async () => {
    if (slide?.audio.status !== 'ready') return undefined;
    const path = { id: timeline.id, sid: slide.id };
    return requireSession().quietClient.get('/timelines/{id}/slides/{sid}/audio', { params: { path } });
  }, [slide?.id]);
  const url = audio.state === 'ready' ? audio.data?.url : undefined;
  const secondsIntoSpeech = position - (startTimes[index] ?? 0) - timeline.lead_seconds;

  useEffect(() => {
    if (!isPlaying) return undefined;
    let previousMs = performance.now();
    const timer = setInterval(() => {
      const nowMs = performance.now();
      const passedSeconds = (nowMs - previousMs) / 1000;
      previousMs = nowMs;
      setPosition((each) => Math.min(endSeconds, each + passedSeconds));
    }, 100);
    return () => clearInterval(timer);
  }, [isPlaying, endSeconds]);
  useEffect(() => {
    if (position >= endSeconds) setIsPlaying(false);
  }, [position >= endSeconds]);
  const canSpeak = isPlaying && secondsIntoSpeech >= 0;
  useEffect(() => {
    const element = speechPlayer.current;
    if (!element || url === undefined) return;
    if (!canSpeak) element.pause();
    else if (element.currentTime < element.duration || Number.isNaN(element.duration)) {
      // After a seek into the middle of a slide, its narration starts at that position.
      if (Math.abs(element.currentTime - secondsIntoSpeech) > 1) element.currentTime = Math.max(0, secondsIntoSpeech);
      void element.play().catch(() => undefined);
    }
  }, [canSpeak, url, index]);
  useEffect(() => {
    if (!musicPlayer.current || !music) return;
    musicPlayer.current.volume = music.volume;
    if (isPlaying) void musicPlayer.current.play().catch(() => undefined);
    else musicPlayer.current.pause();
  }, [isPlaying]);

  const goTo = (wantedIndex: number) => {
    const targetIndex = Math.max(0, Math.min(slides.length - 1, wantedIndex));
    setPosition(startTimes[targetIndex] ?? 0);
    if (musicPlayer.current) musicPlayer.current.currentTime = startTimes[targetIndex] ?? 0;
  };
  const isNarrationMissing =
    slide !== undefined && slideSpeechText(slide, timeline) !== '' && slide.audio.status !== 'ready';
  return (
    <Dialog title="Preview" onClose={onClose} wide>
      <div class="dialog-body player">
        {slide && (
          <div class={`player-stage player-${timeline.format}`}>
            <SlidePreview
              timelineId={timeline.id}
              slideId={slide.id}
              version={`${slide.updated_at} ${settingsKey}`}
              format={timeline.format}
              alt={`Slide ${String(index + 1)}: ${slide.title || 'without title'}`}
              width={960}
              enteredValuesJson={enteredValuesJson}
            />
          </div>
        )}
        <p class="player-notes">{slide && slideSpeechText(slide, timeline)}</p>
        {isNarrationMissing && (
          <p class="fine">
            The narration of this slide is not generated yet, so it is silent here. Its time is an estimate.
          </p>
        )}
        <label class="range">
          <span class="unseen">Position</span>
          <input
            type="range"
            min={0}
            max={Math.max(0.1, endSeconds)}
            step={0.1}
            value={position}
            aria-valuetext={`${formatDuration(position)} of ${formatDuration(endSeconds)}, slide ${String(index + 1)}`}
            onInput={(event) => setPosition(Number(event.currentTarget.value))}
          />
        </label>
        <div class="player-bar">
          <button
            type="button"
            class="button-icon"
            aria-label="Previous slide"
            disabled={index === 0}
            onClick={() => goTo(index - 1)}
          >
            <Icon name="back" />
          </button>
          <button
            type="button"
            class="button button-main"
            onClick={() => {
              if (position >= endSeconds) setPosition(0);
              setIsPlaying(!isPlaying);
            }}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} /> {isPlaying ? 'Pause' : 'Play'}
          </button>
          <button
            type="button"
            class="button-icon"
            aria-label="Next slide"
            disabled={index >= slides.length - 1}
            onClick={() => goTo(index + 1)}
          >
            <Icon name="next" />
          </button>
          <p class="fine">
            Slide {index + 1} of {slides.length} · {formatDuration(position)} / {formatDuration(endSeconds)}
            {checkedSeconds !== undefined && Math.abs(checkedSeconds - endSeconds) >= 1
              ? ` (checks: ${formatDuration(checkedSeconds)})`
              : ''}
          </p>
        </div>
        {url !== undefined && url !== null && (
          // biome-ignore lint/a11y/useMediaCaption: the notes are shown above.
          <audio key={url} ref={speechPlayer} src={url} preload="auto" />
        )}
        {music && (
          // biome-ignore lint/a11y/useMediaCaption: it is music.
          <audio ref={musicPlayer} src={music.url} loop={music.loop} preload="none" />
        )}
      </div>
    </Dialog>
  );
}
