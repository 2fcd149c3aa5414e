import type { SpokenSentence } from '#engine/speech/engine.ts';
import {
  presenterRecordingRangeOfSlide,
  type Slide,
  type SlidePresenter,
  type VideoSound,
} from '#features/timelines/public.ts';
import { cutRecordingToSlides, type PresenterWordsOnSlide, presenterWordsBySlide } from './cut-recording-to-slides.ts';
import type { FileStore } from './ports.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import { type TimelineSnapshot, writeTimelineSnapshot } from './timeline-snapshot.ts';

/** Dependencies of finding what presenters say. */
export interface FindPresenterSentencesDeps {
  files: FileStore;
  /**
   * The sentences of texts that follow one another in a part of a recording (seconds): those of each text, in seconds from the start of the
   * part. Empty where they are not found.
   */
  alignPresenterSpeech(
    sound: VideoSound,
    part: { from: number; to: number },
    texts: readonly string[],
    spoken: Pick<TimelineSnapshot['settings'], 'language' | 'speakers'>,
    signal: AbortSignal,
  ): Promise<SpokenSentence[][]>;
}

type Deps = Pick<FindPresenterSentencesDeps, 'alignPresenterSpeech'>;

/** A presenter of one slide with the sentences that are heard; none where the slide has no notes. */
async function heardOn(
  { alignPresenterSpeech }: Deps,
  { speaker_notes: text }: Slide,
  presenter: SlidePresenter,
  settings: TimelineSnapshot['settings'],
  signal: AbortSignal,
): Promise<SlidePresenter> {
  const { sound } = presenter;
  if (!sound || text.trim() === '') return { ...presenter, heard: [] };
  const [heard = []] = await alignPresenterSpeech(
    sound,
    presenterRecordingRangeOfSlide(presenter),
    [text],
    settings,
    signal,
  );
  return { ...presenter, heard };
}

/** The turns of the presenter of the timeline, cut where they are heard. */
async function heardTurns(
  { alignPresenterSpeech }: Deps,
  snapshot: TimelineSnapshot,
  fps: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, PresenterWordsOnSlide>> {
  const turns = presenterWordsBySlide(snapshot);
  const [first] = turns.values();
  const sound = first?.presenter.sound;
  if (!first || !sound) return new Map();
  const { part: _, ...presenter } = first.presenter;
  const whole = presenterRecordingRangeOfSlide(presenter);
  const texts = [...turns.values()].map(({ speaker_notes }) => speaker_notes);
  return cutRecordingToSlides(turns, await alignPresenterSpeech(sound, whole, texts, snapshot.settings, signal), {
    ...whole,
    fps,
  });
}

/**
 * Finds the words of the presenters of a frozen timeline: the sentences of the notes of their slides, with the times of words if the
 * recording has the same text. A recording of the whole timeline is cut to its slides by these times. They are kept in the frozen timeline,
 * so that a second run finds them.
 */
export async function findPresenterSentences(
  deps: FindPresenterSentencesDeps,
  work: ClaimedRenderTask,
  snapshot: TimelineSnapshot,
): Promise<TimelineSnapshot> {
  const { render, signal } = work;
  const { settings, first_position = 0 } = snapshot;
  const isKnown = ({ presenter }: Slide): boolean => !presenter || presenter.heard !== undefined;
  if (render.narration === 'none' || snapshot.slides.every(isKnown)) return snapshot;
  const turns = await heardTurns(deps, snapshot, render.output.fps, signal);
  const slides: Slide[] = [];
  for (const [index, slide] of snapshot.slides.entries()) {
    signal.throwIfAborted();
    const { presenter } = slide;
    const turn = turns.get(first_position + index);
    if (!presenter || isKnown(slide)) slides.push(slide);
    else if (presenter.of_timeline && turn) slides.push({ ...slide, ...turn });
    else slides.push({ ...slide, presenter: await heardOn(deps, slide, presenter, settings, signal) });
  }
  const heard = { ...snapshot, slides };
  await writeTimelineSnapshot(deps.files, render.snapshot_key, heard);
  return heard;
}
