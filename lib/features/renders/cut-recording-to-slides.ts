import type { SpokenSentence } from '#engine/speech/engine.ts';
import {
  type Slide,
  type SlidePresenter,
  slideStartsInRecording,
  slidesWithPresenterParts,
} from '#features/timelines/public.ts';
import type { TimelineSnapshot } from './timeline-snapshot.ts';

/** The words of the presenter of a timeline on one of its slides. */
export interface PresenterWordsOnSlide {
  speaker_notes: string;
  presenter: SlidePresenter;
}

type SlideWithNotes = Pick<Slide, 'speaker_notes' | 'presenter' | 'presenter_request'>;

/**
 * The turns of the presenter of a whole timeline, by the position of their slides, also where the snapshot has only a part of the slides.
 */
export function presenterWordsBySlide({
  slides,
  notes,
  settings,
  first_position = 0,
}: TimelineSnapshot): ReadonlyMap<number, PresenterWordsOnSlide> {
  const slidesWithNotes: readonly SlideWithNotes[] = notes
    ? slidesWithPresenterParts<SlideWithNotes>(
        notes.map((speaker_notes) => ({ speaker_notes })),
        settings.presenter,
      )
    : slides;
  const firstPosition = notes ? 0 : first_position;
  const turns = slidesWithNotes.flatMap(({ speaker_notes, presenter }, index): [number, PresenterWordsOnSlide][] =>
    presenter?.of_timeline ? [[firstPosition + index, { speaker_notes, presenter }]] : [],
  );
  return new Map(turns);
}

/** The longest time before its first word at which a slide is shown, in seconds: half of a pause, if that is shorter. */
const MAX_LEAD_SECONDS = 0.4;

/** The recording of a whole timeline: its part with the turns, in seconds, and the frames per second of the video. */
interface RecordingRange {
  from: number;
  to: number;
  fps: number;
}

/** The second at which each turn is heard; undefined where its words are not found. */
function startsOfTurns(sentencesOfTurns: readonly (readonly SpokenSentence[])[], from: number): (number | undefined)[] {
  let endOfPrevious = 0;
  return sentencesOfTurns.map((sentences) => {
    const [firstSentence] = sentences;
    const previousEnd = endOfPrevious;
    endOfPrevious = sentences.at(-1)?.end_seconds ?? endOfPrevious;
    if (!firstSentence) return undefined;
    return (
      from +
      firstSentence.start_seconds -
      Math.min(MAX_LEAD_SECONDS, Math.max(0, firstSentence.start_seconds - previousEnd) / 2)
    );
  });
}

/**
 * Cuts the recording of a timeline to its slides: where a mark in the transcript says so, else in the pause before the first words of a
 * slide. Parts are whole frames of the video, so that one follows the other without a gap. Pure.
 * @param sentencesOfTurns the sentences of each turn, in seconds from `from`
 */
export function cutRecordingToSlides(
  turns: ReadonlyMap<number, PresenterWordsOnSlide>,
  sentencesOfTurns: readonly (readonly SpokenSentence[])[],
  { from, to, fps }: RecordingRange,
): ReadonlyMap<number, PresenterWordsOnSlide> {
  const heardStarts = startsOfTurns(sentencesOfTurns, from);
  const turnStarts = [...turns.values()].map(({ speaker_notes, presenter }, i) => ({
    knownStart: presenter.starts ?? heardStarts[i],
    weight: Math.max(1, speaker_notes.length),
  }));
  const roundToFrame = (second: number): number => from + Math.round((second - from) * fps) / fps;
  const starts = slideStartsInRecording(turnStarts, { from, to }).map(roundToFrame);
  return new Map(
    [...turns].map(([position, { speaker_notes, presenter }], i) => {
      const part = { from: starts[i] ?? from, to: starts[i + 1] ?? to };
      const shift = from - part.from;
      const sentences = (sentencesOfTurns[i] ?? []).map((sentence) => ({
        ...sentence,
        start_seconds: Math.max(0, sentence.start_seconds + shift),
        end_seconds: Math.max(0, sentence.end_seconds + shift),
      }));
      return [position, { speaker_notes, presenter: { ...presenter, part, heard: sentences } }] as const;
    }),
  );
}
