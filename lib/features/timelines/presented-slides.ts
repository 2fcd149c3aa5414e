import { countSpokenTextAmounts } from '#engine/speech/script/notes-text.ts';
import { footageSeconds } from '#engine/video/footage/footage.ts';
import type { Slide } from './slide.ts';
import { distributeTranscriptOverSlides, type PresenterTranscriptPart } from './slide-marks.ts';
import type { SlidePresenter } from './slide-presenter.ts';

/** A slide, as far as its presenter depends on it. */
type SlideWithNotes = Pick<Slide, 'speaker_notes' | 'presenter' | 'presenter_request'>;

/** A slide for which the presenter of its timeline speaks. */
interface PresentedSlide {
  index: number;
  transcriptPart: PresenterTranscriptPart;
  /** Characters that are spoken, at least one. */
  weight: number;
}

/**
 * The starts of slides in a recording, in seconds, ascending: the first at `from`, others at their known starts, and those between in
 * proportion to the spoken characters; none before the one ahead of it, or after `to`.
 * @param turns the slides in their order. `knownStart`: the second of a mark, or of the first words; `weight`: the spoken characters, > 0
 */
export function slideStartsInRecording(
  turns: readonly { knownStart?: number | undefined; weight: number }[],
  { from, to }: { from: number; to: number },
): number[] {
  const knownStarts = turns.map(({ knownStart }, i) => (i === 0 ? from : knownStart));
  const startSeconds: number[] = [];
  for (let firstIndex = 0; firstIndex < turns.length; ) {
    const nextKnownIndex = knownStarts.findIndex((start, i) => i > firstIndex && start !== undefined);
    const endIndex = nextKnownIndex < 0 ? turns.length : nextKnownIndex;
    const startSecond = Math.min(to, Math.max(startSeconds.at(-1) ?? from, knownStarts[firstIndex] ?? from));
    const endSecond = Math.min(to, Math.max(startSecond, knownStarts[endIndex] ?? to));
    const totalWeight = turns.slice(firstIndex, endIndex).reduce((sum, { weight }) => sum + weight, 0);
    let doneWeight = 0;
    for (const { weight } of turns.slice(firstIndex, endIndex)) {
      startSeconds.push(startSecond + ((endSecond - startSecond) * doneWeight) / totalWeight);
      doneWeight += weight;
    }
    firstIndex = endIndex;
  }
  return startSeconds;
}

/**
 * The slides of a timeline with its presenter, each with its part of the recording and of the transcript. Slides without notes, and those with
 * a separate presenter, are without it. Until the words of the recording are recognized, its parts follow from the lengths of the notes.
 * `speaker_notes` become the slide's part of the transcript. If a slide has its part already, all slides are unchanged. Pure.
 */
export function slidesWithPresenterParts<S extends SlideWithNotes>(
  slides: readonly S[],
  presenter: Omit<SlidePresenter, 'part' | 'heard'> | undefined,
): S[] {
  const hasPartsAlready = slides.some((slide) => slide.presenter?.of_timeline);
  if (!presenter || hasPartsAlready) return [...slides];
  const transcriptParts = distributeTranscriptOverSlides(
    slides.map((slide) => (hasSeparatePresenter(slide) ? '' : slide.speaker_notes)),
  );
  const presentedSlides = slides.flatMap((slide, index): PresentedSlide[] => {
    const transcriptPart = transcriptParts[index];
    if (!transcriptPart || hasSeparatePresenter(slide) || transcriptPart.text.trim() === '') return [];
    const { characters } = countSpokenTextAmounts({ text: transcriptPart.text });
    return [{ index, transcriptPart, weight: Math.max(1, characters) }];
  });
  const endSecond = footageSeconds(presenter);
  const startSeconds = slideStartsInRecording(
    presentedSlides.map(({ transcriptPart, weight }) => ({ knownStart: transcriptPart.starts, weight })),
    { from: Math.min(presenter.offset_seconds, endSecond), to: endSecond },
  );
  const presentedSlideByIndex = new Map(presentedSlides.map((slide, order) => [slide.index, { ...slide, order }]));
  return slides.map((slide, index) => {
    const presentedSlide = presentedSlideByIndex.get(index);
    if (!presentedSlide) return slide;
    const { order, transcriptPart } = presentedSlide;
    const part = { from: startSeconds[order] ?? 0, to: startSeconds[order + 1] ?? endSecond };
    const { text, starts } = transcriptPart;
    return {
      ...slide,
      speaker_notes: text,
      presenter: {
        ...presenter,
        of_timeline: true as const,
        part,
        ...(starts === undefined ? {} : { starts }),
      },
    };
  });
}

/** Reports whether a slide has a separate presenter, or waits for one. */
const hasSeparatePresenter = ({ presenter, presenter_request }: SlideWithNotes): boolean =>
  Boolean(presenter ?? presenter_request);
