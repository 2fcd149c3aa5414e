import { describe, expect, it } from 'vitest';
import { cutRecordingToSlides, presenterWordsBySlide } from '#features/renders/cut-recording-to-slides.ts';
import { slideStartsInRecording, slidesWithPresenterParts } from '#features/timelines/presented-slides.ts';
import type { SlidePresenter } from '#features/timelines/public.ts';
import { distributeTranscriptOverSlides } from '#features/timelines/slide-marks.ts';
import { samplePresenter } from '#test/support/samples/sample-presenter.ts';

const FPS = 25;
const note = (speaker_notes: string, presenter?: SlidePresenter) => ({ speaker_notes, presenter });
/** The parts of slides with these notes, as texts: `0–5 "Hello."`. */
const partsOf = (...notes: string[]) =>
  slidesWithPresenterParts(
    notes.map((text) => note(text)),
    samplePresenter(),
  ).map(({ presenter, speaker_notes }) =>
    presenter?.part ? `${presenter.part.from}–${presenter.part.to} "${speaker_notes}"` : 'alone',
  );

describe('the transcript of a presenter', () => {
  it('is cut to slides at its marks, some of which name a second', () => {
    expect(distributeTranscriptOverSlides(['One. [[slide]] Two. [[slide 7.5]] Three.', '', ''])).toEqual([
      { text: 'One.' },
      { text: 'Two.' },
      { text: 'Three.', starts: 7.5 },
    ]);
  });

  it('comes before the notes of a slide, and ends with the last slide', () => {
    expect(distributeTranscriptOverSlides(['One. [[slide]] Two.', 'More. [[slide]] Rest.'])).toEqual([
      { text: 'One.' },
      { text: 'Two.\nMore.\nRest.' },
    ]);
  });

  it('has marks only outside of a backslash', () => {
    expect(distributeTranscriptOverSlides(['Say \\[[slide]] now.', ''])).toEqual([
      { text: 'Say \\[[slide]] now.' },
      { text: '' },
    ]);
  });
});

describe('the parts of a recording', () => {
  it('are in proportion to the notes until it is heard; slides without notes have none', () => {
    expect(partsOf('abcd efgh', '', 'abcd efgh')).toEqual(['0–5 "abcd efgh"', 'alone', '5–10 "abcd efgh"']);
  });

  it('start where marks say so', () => {
    expect(partsOf('One. [[slide 8]] Two.', '')).toEqual(['0–8 "One."', '8–10 "Two."']);
  });

  it('belong to no slide with a separate presenter', () => {
    const own = samplePresenter({ sha256: 'own' });
    const [first, second] = slidesWithPresenterParts([note('a', own), note('b')], samplePresenter());
    expect(first?.presenter).toBe(own);
    expect(second?.presenter?.part).toEqual({ from: 0, to: 10 });
  });

  it('never go back, also where a mark does', () => {
    const starts = slideStartsInRecording([{ weight: 1 }, { weight: 1, knownStart: 6 }, { weight: 1, knownStart: 2 }], {
      from: 1,
      to: 10,
    });
    expect(starts).toEqual([1, 6, 6]);
  });
});

describe('a recording that is heard', () => {
  const sentence = (text: string, start_seconds: number, end_seconds: number) => ({ text, start_seconds, end_seconds });
  const turns = (...notes: string[]) => {
    const settings = { presenter: samplePresenter() };
    const slides = slidesWithPresenterParts(
      notes.map((text) => note(text)),
      settings.presenter,
    );
    return presenterWordsBySlide({ slides, settings } as never);
  };
  const cut = (heard: Parameters<typeof cutRecordingToSlides>[1], ...notes: string[]) =>
    [...cutRecordingToSlides(turns(...notes), heard, { from: 0, to: 10, fps: FPS }).values()].map(
      ({ presenter }) => presenter,
    );

  it('is cut in the pauses before the first words of slides, at whole frames without gaps', () => {
    const heard = [[sentence('One.', 0.2, 3)], [sentence('Two.', 3.5, 6)], [sentence('Three.', 8, 9.8)]];
    const made = cut(heard, 'One.', 'Two.', 'Three.');
    expect(made.map(({ part }) => part?.from)).toEqual([0, 3.24, 7.6]);
    for (const [i, { part }] of made.entries()) {
      expect(part?.to).toBe(made[i + 1]?.part?.from ?? 10);
      expect(Math.round((part?.from ?? 0) * FPS) / FPS).toBeCloseTo(part?.from ?? 0, 9);
    }
    expect(made[1]?.heard?.[0]?.start_seconds).toBeCloseTo(0.26, 9);
  });

  it('is cut at the second of a mark instead, and in proportion where words are not found', () => {
    const heard = [[sentence('One.', 0, 2)], [sentence('Two.', 3, 4)], []];
    expect(cut(heard, 'One. [[slide 5]] Two.', '', 'Four.').map(({ part }) => part?.from)).toEqual([0, 5, 7.24]);
  });

  it('has the turns of all slides where a part of them is rendered', () => {
    const settings = { presenter: samplePresenter() };
    const slides = slidesWithPresenterParts([note('b')], settings.presenter);
    const all = presenterWordsBySlide({ slides, notes: ['a', 'b', 'c'], first_position: 1, settings } as never);
    expect([...all.keys()]).toEqual([0, 1, 2]);
  });
});
