import { countSpokenTextAmounts } from '#engine/speech/script/notes-text.ts';
import { footageSeconds } from '#engine/video/footage/footage.ts';
import type { Slide } from './slide.ts';
import { distributeTranscriptOverSlides, type PresenterTranscriptPart } from './slide-marks.ts';
import type { SlidePresenter } from './slide-presenter.ts';

/** A slide, as far as its presenter depends on it. */
type SlideWithNotes = Pick<Slide, 'speaker_notes' | 'presenter' | 'presenter_request'>;

/** A slide for which the presenter of its timeline speaks. */
interface SlidePart {
  index: number;
  part: PresenterTranscriptPart;
  /** Characters that are spoken, at least one. */
  weight: number;
}

/**
 * The starts of slides in a recording, in seconds, ascending: those that marks name, and between them in proportion to the spoken
 * characters.
 */
export function slideStartsInRecording(
  spoken: readonly { starts?: number | undefined; weight: number }[],
  { from, to }: { from: number; to: number },
): number[] {
  const namedStarts = spoken.map(({ starts }, i) => (i === 0 ? from : starts));
  const starts: number[] = [];
  for (let firstIndex = 0; firstIndex < spoken.length; ) {
    const nextNamedIndex = namedStarts.findIndex((start, i) => i > firstIndex && start !== undefined);
    const endIndex = nextNamedIndex < 0 ? spoken.length : nextNamedIndex;
    const startSecond = Math.min(to, Math.max(starts.at(-1) ?? from, namedStarts[firstIndex] ?? from));
    const endSecond = Math.min(to, Math.max(startSecond, namedStarts[endIndex] ?? to));
    const totalWeight = spoken.slice(firstIndex, endIndex).reduce((sum, { weight }) => sum + weight, 0);
    let doneWeight = 0;
    for (const { weight } of spoken.slice(firstIndex, endIndex)) {
      starts.push(startSecond + ((endSecond - startSecond) * doneWeight) / totalWeight);
      doneWeight += weight;
    }
    firstIndex = endIndex;
  }
  return starts;
}

/**
 * The slides of a timeline with its presenter, each with its part of the recording and of the transcript. Slides without notes, and those with
 * a separate presenter, are without it. Until the recording is heard, its parts follow from the lengths of the notes. Slides that have
 * their part are unchanged. Pure.
 */
export function slidesWithPresenterParts<S extends SlideWithNotes>(
  slides: readonly S[],
  presenter: Omit<SlidePresenter, 'part' | 'heard'> | undefined,
): S[] {
  const hasPartsAlready = slides.some((slide) => slide.presenter?.of_timeline);
  if (!presenter || hasPartsAlready) return [...slides];
  const parts = distributeTranscriptOverSlides(
    slides.map((slide) => (hasSeparatePresenter(slide) ? '' : slide.speaker_notes)),
  );
  const slideParts = slides.flatMap((slide, index): SlidePart[] => {
    const part = parts[index];
    if (!part || hasSeparatePresenter(slide) || part.text.trim() === '') return [];
    return [{ index, part, weight: Math.max(1, countSpokenTextAmounts({ text: part.text }).characters) }];
  });
  const endSecond = footageSeconds(presenter);
  const starts = slideStartsInRecording(
    slideParts.map(({ part, weight }) => ({ starts: part.starts, weight })),
    { from: Math.min(presenter.offset_seconds, endSecond), to: endSecond },
  );
  const partsByIndex = new Map(slideParts.map((slidePart, order) => [slidePart.index, { ...slidePart, order }]));
  return slides.map((slide, index) => {
    const slidePart = partsByIndex.get(index);
    if (!slidePart) return slide;
    const part = { from: starts[slidePart.order] ?? 0, to: starts[slidePart.order + 1] ?? endSecond };
    const { starts: markSecond } = slidePart.part;
    return {
      ...slide,
      speaker_notes: slidePart.part.text,
      presenter: {
        ...presenter,
        of_timeline: true as const,
        part,
        ...(markSecond === undefined ? {} : { starts: markSecond }),
      },
    };
  });
}

/** Reports whether a slide has a separate presenter, or waits for one. */
const hasSeparatePresenter = ({ presenter, presenter_request }: SlideWithNotes): boolean =>
  Boolean(presenter ?? presenter_request);
