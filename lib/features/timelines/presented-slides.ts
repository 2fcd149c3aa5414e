import { measureSpokenText } from '#engine/speech/script/notes-text.ts';
import { footageSeconds } from '#engine/video/footage/footage.ts';
import type { Slide } from './slide.ts';
import { type TranscriptPart, transcriptPartsBySlide } from './slide-marks.ts';
import type { SlidePresenter } from './slide-presenter.ts';

/** A slide, as far as its presenter depends on it. */
type Presentable = Pick<Slide, 'speaker_notes' | 'presenter' | 'presenter_request'>;

/** A slide for which the presenter of its timeline speaks. */
interface Spoken {
  index: number;
  part: TranscriptPart;
  /** Characters that are spoken, at least one. */
  weight: number;
}

/** The starts of slides in a recording, in seconds: those that marks name, and between them in proportion to what is spoken. Ascending. */
export function slideStartsInRecording(
  spoken: readonly { starts?: number | undefined; weight: number }[],
  { from, to }: { from: number; to: number },
): number[] {
  const named = spoken.map(({ starts }, i) => (i === 0 ? from : starts));
  const starts: number[] = [];
  for (let first = 0; first < spoken.length; ) {
    const next = named.findIndex((second, i) => i > first && second !== undefined);
    const last = next < 0 ? spoken.length : next;
    const begin = Math.min(to, Math.max(starts.at(-1) ?? from, named[first] ?? from));
    const end = Math.min(to, Math.max(begin, named[last] ?? to));
    const all = spoken.slice(first, last).reduce((sum, { weight }) => sum + weight, 0);
    let done = 0;
    for (const { weight } of spoken.slice(first, last)) {
      starts.push(begin + ((end - begin) * done) / all);
      done += weight;
    }
    first = last;
  }
  return starts;
}

/**
 * The slides of a timeline with its presenter, each with its part of the recording and of the transcript. Slides without notes, and those with
 * a separate presenter, are without it. Until the recording is heard, its parts follow from the lengths of the notes. Slides that have
 * their part are unchanged. Pure.
 */
export function slidesWithPresenterParts<S extends Presentable>(
  slides: readonly S[],
  presenter: Omit<SlidePresenter, 'part' | 'heard'> | undefined,
): S[] {
  const isDone = slides.some((slide) => slide.presenter?.of_timeline);
  if (!presenter || isDone) return [...slides];
  const parts = transcriptPartsBySlide(slides.map((slide) => (isOwn(slide) ? '' : slide.speaker_notes)));
  const spoken = slides.flatMap((slide, index): Spoken[] => {
    const part = parts[index];
    if (!part || isOwn(slide) || part.text.trim() === '') return [];
    return [{ index, part, weight: Math.max(1, measureSpokenText({ text: part.text }).characters) }];
  });
  const end = footageSeconds(presenter);
  const starts = slideStartsInRecording(
    spoken.map(({ part, weight }) => ({ starts: part.starts, weight })),
    { from: Math.min(presenter.offset_seconds, end), to: end },
  );
  const places = new Map(spoken.map((one, place) => [one.index, { ...one, place }]));
  return slides.map((slide, index) => {
    const found = places.get(index);
    if (!found) return slide;
    const part = { from: starts[found.place] ?? 0, to: starts[found.place + 1] ?? end };
    const { starts: second } = found.part;
    return {
      ...slide,
      speaker_notes: found.part.text,
      presenter: {
        ...presenter,
        of_timeline: true as const,
        part,
        ...(second === undefined ? {} : { starts: second }),
      },
    };
  });
}

/** Reports whether a slide has a separate presenter, or waits for one. */
const isOwn = ({ presenter, presenter_request }: Presentable): boolean => Boolean(presenter ?? presenter_request);
