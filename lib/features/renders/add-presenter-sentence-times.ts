import type { SpokenSentence } from '#engine/speech/engine.ts';
import {
  recordingRangeOfPresenter,
  type Slide,
  type SlidePresenter,
  type VideoSound,
} from '#features/timelines/public.ts';
import { cutRecordingToSlides, type PresenterWordsOnSlide, presenterWordsBySlide } from './cut-recording-to-slides.ts';
import type { FileStore } from './ports.ts';
import type { ClaimedRenderTask } from './run-render-task.ts';
import { type TimelineSnapshot, writeTimelineSnapshot } from './timeline-snapshot.ts';

/** Dependencies of finding what presenters say. */
export interface AddPresenterSentenceTimesDeps {
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

type AlignDeps = Pick<AddPresenterSentenceTimesDeps, 'alignPresenterSpeech'>;

/** A presenter of one slide with the sentences that are heard; none where the slide has no notes. */
async function presenterHeardOnSlide(
  { alignPresenterSpeech }: AlignDeps,
  { speaker_notes: text }: Slide,
  presenter: SlidePresenter,
  settings: TimelineSnapshot['settings'],
  signal: AbortSignal,
): Promise<SlidePresenter> {
  const { sound } = presenter;
  if (!sound || text.trim() === '') return { ...presenter, heard: [] };
  const [heard = []] = await alignPresenterSpeech(
    sound,
    recordingRangeOfPresenter(presenter),
    [text],
    settings,
    signal,
  );
  return { ...presenter, heard };
}

/** The turns of the presenter of the timeline, cut where they are heard. */
async function turnsAsHeard(
  { alignPresenterSpeech }: AlignDeps,
  snapshot: TimelineSnapshot,
  fps: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, PresenterWordsOnSlide>> {
  const turns = presenterWordsBySlide(snapshot);
  const [firstTurn] = turns.values();
  const sound = firstTurn?.presenter.sound;
  if (!firstTurn || !sound) return new Map();
  const { part: _, ...presenter } = firstTurn.presenter;
  const recordingRange = recordingRangeOfPresenter(presenter);
  const texts = [...turns.values()].map(({ speaker_notes }) => speaker_notes);
  return cutRecordingToSlides(
    turns,
    await alignPresenterSpeech(sound, recordingRange, texts, snapshot.settings, signal),
    {
      ...recordingRange,
      fps,
    },
  );
}

/**
 * Finds the words of the presenters of a frozen timeline: the sentences of the notes of their slides, with the times of words if the
 * recording has the same text. A recording of the whole timeline is cut to its slides by these times. They are kept in the frozen timeline,
 * so that a second run finds them.
 */
export async function addPresenterSentenceTimes(
  deps: AddPresenterSentenceTimesDeps,
  work: ClaimedRenderTask,
  snapshot: TimelineSnapshot,
): Promise<TimelineSnapshot> {
  const { render, signal } = work;
  const { settings, first_position = 0 } = snapshot;
  const isHeard = ({ presenter }: Slide): boolean => !presenter || presenter.heard !== undefined;
  if (render.narration === 'none' || snapshot.slides.every(isHeard)) return snapshot;
  const turns = await turnsAsHeard(deps, snapshot, render.output.fps, signal);
  const slides: Slide[] = [];
  for (const [index, slide] of snapshot.slides.entries()) {
    signal.throwIfAborted();
    const { presenter } = slide;
    const turn = turns.get(first_position + index);
    if (!presenter || isHeard(slide)) slides.push(slide);
    else if (presenter.of_timeline && turn) slides.push({ ...slide, ...turn });
    else slides.push({ ...slide, presenter: await presenterHeardOnSlide(deps, slide, presenter, settings, signal) });
  }
  const filledSnapshot = { ...snapshot, slides };
  await writeTimelineSnapshot(deps.files, render.snapshot_key, filledSnapshot);
  return filledSnapshot;
}
