import { describe, expect, it } from 'vitest';
import type { ChosenTransition } from '#features/renders/plan/choose-transition-for-motion-level.ts';
import { planVideoShotsOfSlides } from '#features/renders/plan/shots.ts';
import type { SlideFieldsForShots, SlideForShotPlanning } from '#features/renders/plan/slide-for-shot-planning.ts';
import type { VideoShot } from '#features/renders/plan/video-shot.ts';

const FPS = 30;
const NONE: ChosenTransition = { type: 'none', duration_seconds: 0 };
const FADE: ChosenTransition = { type: 'fade', duration_seconds: 0.5 };

/** A slide without a transition has that of its timeline. */
type Span = Omit<SlideForShotPlanning, 'slide'> & {
  slide: Omit<SlideFieldsForShots, 'transition'> & Partial<SlideFieldsForShots>;
};
type Content = Partial<SlideFieldsForShots> & { bullet_points?: readonly string[]; speaker_notes?: string };

const span = (
  frames: number,
  { bullet_points = [], speaker_notes = '', ...slide }: Content = {},
  over: Partial<Span> = {},
): Span => ({
  slide: { build: 'none', build_style: 'fade', image_motion: 'none', dim_previous: false, ...slide },
  said: speaker_notes,
  bullets: bullet_points,
  states: [],
  frames,
  sentences: [],
  moves: false,
  direction: 'ltr',
  parts: { whole: [], standing: [] },
  ...over,
});

/** `still 0 ×3`, `fade 0→1 ×15`, `zoom_in 0 30+60/90`: a shot in one line. */
function line(shot: VideoShot): string {
  const picture = ({
    slide,
    revealed,
    state,
    lit,
    bare,
    rest,
    moment,
    presenter,
  }: Extract<VideoShot, { kind: 'still' }>['picture']) =>
    `${slide}${lit === undefined ? '' : `*${lit}`}${revealed === undefined ? '' : `.${revealed}`}${state === undefined ? '' : `#${state}`}${bare ? ' ground' : ''}${rest ? `@${rest}` : ''}${moment === undefined ? '' : `@${moment}s`}${typeof presenter === 'number' ? `&${presenter}s` : ''}`;
  switch (shot.kind) {
    case 'still':
      return `still ${picture(shot.picture)} ×${shot.frames}`;
    case 'transition':
      return `${shot.type} ${picture(shot.from)}→${picture(shot.to)} ×${shot.frames}`;
    case 'drawn':
      return `drawn ${picture(shot.from)}→${picture(shot.to)} ×${shot.frames}`;
    case 'zoom':
      return `${shot.toward} ${picture(shot.picture)} ×${shot.frames}`;
    case 'footage':
      return `footage ${shot.slide} ${shot.second}+${shot.frames}`;
    case 'presenter':
      return `presenter ${shot.second}${shot.stands ? ' stands' : ''} over ${line(shot.under)}`;
    case 'image_motion':
      return `${shot.motion} ${shot.slide} ${shot.first}+${shot.frames}/${shot.total}`;
  }
}
const plan = (spans: readonly Span[], standard = NONE, fps = FPS): VideoShot[][] =>
  planVideoShotsOfSlides(
    spans.map((own) => ({ ...own, slide: { transition: standard, ...own.slide } })),
    fps,
  );
const shots = (spans: readonly Span[], standard = NONE): string[][] =>
  plan(spans, standard).map((own) => own.map(line));

const POINTS = ['Alpha', 'Beta', 'Gamma'];
const said = (...starts: [string, number][]) => starts.map(([text, start_seconds]) => ({ text, start_seconds }));

describe('the shots of a video', () => {
  it.each<[string, Span[], ChosenTransition, string[][]]>([
    ['stand without a transition', [span(90), span(60)], NONE, [['still 0 ×90'], ['still 1 ×60']]],
    [
      'fade within the time of the slide that comes in; the first cuts in',
      [span(90), span(60)],
      FADE,
      [['still 0 ×90'], ['fade 0→1 ×15', 'still 1 ×45']],
    ],
    [
      'take the transition of a slide before that of the timeline',
      [span(90), span(60, { transition: { type: 'wipe', duration_seconds: 1 } }), span(60, { transition: NONE })],
      FADE,
      [['still 0 ×90'], ['wipe 0→1 ×30', 'still 1 ×30'], ['still 2 ×60']],
    ],
    [
      'give a transition at most half of its slide',
      [span(90), span(21)],
      { type: 'slide', duration_seconds: 2 },
      [['still 0 ×90'], ['slide 0→1 ×10', 'still 1 ×11']],
    ],
    ['have no transition of no frames', [span(9), span(1)], FADE, [['still 0 ×9'], ['still 1 ×1']]],
    [
      'move an image until the slide ends, five seconds at a time, and leave it resting',
      [span(330, { image_motion: 'zoom_in' }, { moves: true }), span(60)],
      FADE,
      [
        ['zoom_in 0 0+110/330', 'zoom_in 0 110+110/330', 'zoom_in 0 220+110/330'],
        ['fade 0@end→1 ×15', 'still 1 ×45'],
      ],
    ],
    [
      'let a chart grow after the transition, and stand whole from then on',
      [span(90), span(90, {}, { bullets: ['North', 'South'], enters: 2 })],
      FADE,
      [['still 0 ×90'], ['fade 0→1.0 ×15', 'still 1.0 ×3', 'drawn 1.0→1 ×24', 'still 1 ×48']],
    ],
    [
      'light one group of lines of code after another, whatever the style of its builds',
      [
        span(
          120,
          { build_style: 'rise', build: 'by_bullet' },
          {
            ...{ bullets: ['open()', 'read()', 'close()'], lit: ['open()', 'close()'] },
            sentences: said(['First open', 1], ['Then close', 2]),
          },
        ),
      ],
      NONE,
      [['still 0 ×30', 'fade 0→0*0 ×8', 'still 0*0 ×22', 'fade 0*0→0*1 ×8', 'still 0*1 ×52']],
    ],
    [
      'let series grow one by one where the slide is built',
      [span(150, { build: 'by_bullet' }, { bullets: ['North', 'South'], enters: 2 })],
      NONE,
      [['still 0.0 ×18', 'drawn 0.0→0.1 ×24', 'still 0.1 ×63', 'drawn 0.1→0 ×24', 'still 0 ×21']],
    ],
    [
      'let series grow faster where they would else not come one by one',
      [span(90, { build: 'by_bullet' }, { bullets: ['North', 'South', 'East'], enters: 3 })],
      NONE,
      [
        [
          ...['still 0.0 ×18', 'drawn 0.0→0.1 ×21', 'still 0.1 ×3', 'drawn 0.1→0.2 ×21', 'still 0.2 ×3'],
          ...['drawn 0.2→0 ×21', 'still 0 ×3'],
        ],
      ],
    ],
    [
      'grow faster in a short slide, and show the whole chart in one without time for that',
      [span(20, {}, { bullets: ['a'], enters: 1 }), span(14, {}, { bullets: ['a'], enters: 1 })],
      NONE,
      [['still 0.0 ×3', 'drawn 0.0→0 ×14', 'still 0 ×3'], ['still 1 ×14']],
    ],
    [
      'come to an image that is about to move at its start',
      [span(60), span(60, { image_motion: 'pan_left' }, { moves: true })],
      FADE,
      [['still 0 ×60'], ['fade 0→1@start ×15', 'pan_left 1 0+45/45']],
    ],
  ])('%s', (_, spans, standard, expected) => {
    expect(shots(spans, standard)).toEqual(expected);
  });

  it('let points appear with the sentences that speak of them', () => {
    const sentences = said(['First alpha.', 0.25], ['And beta is between.', 3], ['Then gamma.', 6]);
    const built = span(300, { build: 'by_bullet', bullet_points: POINTS }, { sentences });
    expect(shots([built])).toEqual([
      [
        'still 0.0 ×8',
        'fade 0.0→0.1 ×8',
        'still 0.1 ×74',
        'fade 0.1→0.2 ×8',
        'still 0.2 ×82',
        'fade 0.2→0 ×8',
        'still 0 ×112',
      ],
    ]);
  });

  it.each([
    ['rise', 'rise', 12, undefined],
    ['rise', 'spring', 18, true],
    ['wipe', 'uncover', 12, true],
  ] as const)('let points appear by a %s: %s', (build_style, type, frames, springs) => {
    const sentences = said(['First alpha.', 0.25], ['And beta is between.', 3], ['Then gamma.', 6]);
    const slide = { build: 'by_bullet', build_style, springs, bullet_points: POINTS } as const;
    const [own] = shots([span(300, slide, { sentences })]);
    expect(own?.filter((_, i) => i % 2 === 1)).toEqual([
      `${type} 0.0→0.1 ×${frames}`,
      `${type} 0.1→0.2 ×${frames}`,
      `${type} 0.2→0 ×${frames}`,
    ]);
    expect(
      plan([span(300, slide, { sentences })])
        .flat()
        .reduce((sum, shot) => sum + shot.frames, 0),
    ).toBe(300);
  });

  it('let earlier points stand back when the next one appears', () => {
    const sentences = said(['First alpha.', 0.25], ['And beta is between.', 3], ['Then gamma.', 6]);
    const slide = { build: 'by_bullet', build_style: 'rise', dim_previous: true, bullet_points: POINTS } as const;
    const pictures = plan([span(300, slide, { sentences })])
      .flat()
      .flatMap((shot) => (shot.kind === 'still' ? [shot.picture] : []));
    expect(pictures).toEqual([
      { slide: 0, revealed: 0 },
      { slide: 0, revealed: 1 },
      { slide: 0, revealed: 2, dimmed: 1 },
      { slide: 0, dimmed: 2 },
    ]);
  });

  it('let points appear at once, without frames between', () => {
    const sentences = said(['First alpha.', 0.25], ['And beta is between.', 3], ['Then gamma.', 6]);
    const slide = { build: 'by_bullet', build_style: 'appear', bullet_points: POINTS } as const;
    expect(shots([span(300, slide, { sentences })])).toEqual([
      ['still 0.0 ×8', 'still 0.1 ×82', 'still 0.2 ×90', 'still 0 ×120'],
    ]);
  });

  it('come to a slide that builds before its first point, and leave it whole', () => {
    const built = span(150, { build: 'by_bullet', bullet_points: POINTS });
    const all = shots([span(60), built, span(60)], FADE);
    expect(all[1]?.[0]).toBe('fade 0→1.0 ×15');
    expect(all[1]?.at(-1)).toMatch(/^still 1 ×/);
    expect(all[2]?.[0]).toBe('fade 1→2 ×15');
  });

  it('let points that are said at once appear together when the slide ends too soon', () => {
    const sentences = said(['Alpha, beta and gamma.', 0.5]);
    const built = span(26, { build: 'by_bullet', bullet_points: POINTS }, { sentences });
    expect(shots([built])).toEqual([['still 0.0 ×15', 'fade 0.0→0 ×8', 'still 0 ×3']]);
  });

  it('show all points at once where there is no time to build', () => {
    expect(shots([span(9, { build: 'by_bullet', bullet_points: POINTS })])).toEqual([['still 0 ×9']]);
  });

  it.each([24, 25, 30, 50, 60])('at %i fps have all frames of their slides, and each at least one', (fps) => {
    const kinds: Content[] = [
      {},
      { build: 'by_bullet', bullet_points: POINTS },
      { image_motion: 'zoom_out' },
      { transition: { type: 'zoom', duration_seconds: 2 } },
    ];
    const spans = Array.from({ length: 200 }, (_, i) =>
      span(1 + ((i * 7919) % 400), kinds[i % kinds.length], { moves: i % kinds.length === 2 }),
    );
    const planned = plan(spans, FADE, fps);
    planned.forEach((own, i) => {
      expect(own.reduce((sum, { frames }) => sum + frames, 0)).toBe(spans[i]?.frames);
      expect(own.every(({ frames }) => frames > 0)).toBe(true);
      expect(own.every(({ kind, frames }) => kind === 'still' || frames <= 5 * fps)).toBe(true);
    });
  });

  it('are valid for three frames or more next to every fade, however quickly points follow one another', () => {
    for (const frames of [40, 75, 90, 200]) {
      const built = { build: 'by_bullet' as const, bullet_points: POINTS };
      const holds = plan([span(60), span(frames, built)], FADE)
        .flat()
        .filter(({ kind }) => kind === 'still');
      expect(Math.min(...holds.map((shot) => shot.frames))).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the states of a picture', () => {
  const states = (...pictures: string[]) => pictures.map((picture) => ({ text: picture, picture }));
  const three = states('start', 'one', 'two');

  it('come evenly over a silent slide, and the last one is the slide as it is', () => {
    expect(shots([span(90, {}, { states: three })])).toEqual([
      ['still 0#0 ×30', 'fade 0#0→0#1 ×8', 'still 0#1 ×22', 'fade 0#1→0 ×8', 'still 0 ×22'],
    ]);
  });

  it('come with the marks in the notes, at the start of the sentence that follows', () => {
    const notes = 'First. [click] Second. [[show]] Third.';
    const sentences = said(['First.', 0.2], ['Second.', 1], ['Third.', 2]);
    expect(shots([span(90, { speaker_notes: notes }, { states: three, sentences })])).toEqual([
      ['still 0#0 ×30', 'fade 0#0→0#1 ×8', 'still 0#1 ×22', 'fade 0#1→0 ×8', 'still 0 ×22'],
    ]);
  });

  it('come with the sentence that says their words, where the notes have no marks', () => {
    const sentences = said(['At the start.', 0.2], ['Nothing.', 0.8], ['Now two.', 1.5]);
    const [own = []] = shots([span(90, {}, { states: states('start', 'x', 'two'), sentences })]);
    expect(own.at(-2)).toBe('fade 0#1→0 ×8');
    expect(own.at(-1)).toBe('still 0 ×37');
  });

  it('come at the times that were set for them, whatever is said', () => {
    const timed = [
      { text: '', picture: 'a' },
      { text: '', picture: 'b', at: 0.5 },
      { text: '', picture: 'c', at: 2.5 },
    ];
    const notes = 'First. [click] Second.';
    const sentences = said(['First.', 0.2], ['Second.', 1]);
    expect(shots([span(90, { speaker_notes: notes }, { states: timed, sentences })])).toEqual([
      ['still 0#0 ×15', 'fade 0#0→0#1 ×8', 'still 0#1 ×52', 'fade 0#1→0 ×8', 'still 0 ×7'],
    ]);
  });

  it('are all shown, also where they would come after their slide', () => {
    const timed = [
      { text: '', picture: 'a' },
      { text: '', picture: 'b', at: 2 },
      { text: '', picture: 'c', at: 60 },
    ];
    const sentences = said(['First.', 0.2], ['Second.', 5]);
    expect(shots([span(300, { speaker_notes: 'First. Second. [click]' }, { states: timed, sentences })])).toEqual([
      ['still 0#0 ×60', 'fade 0#0→0#1 ×8', 'still 0#1 ×221', 'fade 0#1→0 ×8', 'still 0 ×3'],
    ]);
    const notes = 'First. Second. [click] [click]';
    expect(shots([span(300, { speaker_notes: notes }, { states: three, sentences })])).toEqual([
      ['still 0#0 ×278', 'fade 0#0→0#1 ×8', 'still 0#1 ×3', 'fade 0#1→0 ×8', 'still 0 ×3'],
    ]);
  });

  it('count a click that changes nothing, and show nothing for it', () => {
    const notes = 'First. [click] Second. [click] Third.';
    const sentences = said(['First.', 0.2], ['Second.', 1], ['Third.', 2]);
    const same = states('start', 'start', 'two');
    expect(shots([span(90, { speaker_notes: notes }, { states: same, sentences })])).toEqual([
      ['still 0#0 ×60', 'fade 0#0→0 ×8', 'still 0 ×22'],
    ]);
  });

  it('start after the transition, which shows the first of them', () => {
    const [, own] = shots([span(60), span(90, {}, { states: states('a', 'b') })], FADE);
    expect(own?.slice(0, 2)).toEqual(['fade 0→1#0 ×15', 'still 1#0 ×30']);
  });

  it('are left out on a slide that is too short, and on one whose image moves', () => {
    expect(shots([span(8, {}, { states: three })])).toEqual([['still 0 ×8']]);
    expect(shots([span(60, { image_motion: 'zoom_in' }, { states: three, moves: true })])).toEqual([
      ['zoom_in 0 0+60/60'],
    ]);
  });
});

describe('a morph', () => {
  const MORPH: ChosenTransition = { type: 'morph', duration_seconds: 0.5 };
  const title = { key: 'title:A', weight: 2 };
  const points = ['Alpha', 'Beta'].map((text) => ({ key: `point:${text}`, weight: 1 }));
  const having = (parts: SlideForShotPlanning['parts'], slide: Content = {}) => span(60, slide, { parts });

  it('is one shot between slides that share something', () => {
    const shown = { whole: [title, ...points], standing: [title] };
    expect(shots([having({ whole: [title], standing: [] }), having(shown)], MORPH)).toEqual([
      ['still 0 ×60'],
      ['morph 0→1 ×15', 'still 1 ×45'],
    ]);
  });

  it('takes the place of a transition that no request names, where slides share enough', () => {
    const cover: ChosenTransition = { type: 'cover', duration_seconds: 0.5 };
    const chosen: ChosenTransition = { ...cover, mayMorph: true };
    const [same, other] = [having({ whole: [title], standing: [title] }), having({ whole: points, standing: [] })];
    expect(shots([same, same], chosen)[1]?.[0]).toBe('morph 0→1 ×15');
    expect(shots([same, other], chosen)[1]?.[0]).toBe('cover 0→1 ×15');
    // A point that both have does not move.
    const listed = having({ whole: points, standing: [] });
    const calm: ChosenTransition = { type: 'morph', duration_seconds: 0.5, mayMorph: true };
    expect(shots([listed, listed], calm)[1]?.[0]).toBe('fade 0→1 ground ×6');
    expect(shots([listed, listed], { ...calm, mayMorph: undefined })[1]?.[0]).toBe('morph 0→1 ×15');
    expect(shots([same, same], cover)[1]?.[0]).toBe('cover 0→1 ×15');
  });

  it('goes through the ground of the second slide where they share nothing, or what they share has yet to appear', () => {
    const through = ['fade 0→1 ground ×6', 'still 1 ground ×3', 'fade 1 ground→1 ×6', 'still 1 ×45'];
    expect(
      shots([having({ whole: [title], standing: [title] }), having({ whole: points, standing: [] })], MORPH),
    ).toEqual([['still 0 ×60'], through]);
    const built = having({ whole: points, standing: [] }, { build: 'by_bullet', bullet_points: ['Alpha', 'Beta'] });
    const [, second] = shots([having({ whole: points, standing: [] }), built], MORPH);
    expect(second?.slice(0, 3)).toEqual(['fade 0→1 ground ×6', 'still 1 ground ×3', 'fade 1 ground→1.0 ×6']);
  });

  it('takes the place of the entrance of a chart that another one turns into', () => {
    const chart = { key: 'chart:[]', weight: 4 };
    const parts = { whole: [chart], standing: [] };
    const entering = (over: Partial<Span> = {}, slide: Content = {}) =>
      span(90, slide, { bullets: ['One'], enters: 1, parts, ...over });
    const calm: ChosenTransition = { ...MORPH, mayMorph: true };
    const cover: ChosenTransition = { type: 'cover', duration_seconds: 0.5 };
    const turned = ['morph 0→1 ×15', 'still 1 ×75'];
    for (const way of [MORPH, calm, { ...cover, mayMorph: true as const }])
      expect(shots([entering(), entering()], way)[1]).toEqual(turned);
    const entered = (from: Span, to: Span, way: ChosenTransition) =>
      shots([from, to], way)[1]?.some((each) => each.startsWith('drawn'));
    expect(entered(entering(), entering(), cover)).toBe(true);
    expect(
      entered(entering(), entering({ parts: { whole: [{ ...chart, key: 'chart:[1]' }], standing: [] } }), MORPH),
    ).toBe(true);
    expect(entered(entering(), entering({}, { build: 'by_bullet' }), MORPH)).toBe(true);
  });

  it('keeps key frames apart, and is one shot where there is no time for two fades', () => {
    const none = { whole: [], standing: [] };
    const times = (seconds: number) =>
      shots([having(none), having(none)], { type: 'morph', duration_seconds: seconds })[1]?.slice(0, -1);
    expect(times(5 / FPS)).toEqual(['fade 0→1 ground ×1', 'still 1 ground ×3', 'fade 1 ground→1 ×1']);
    expect(times(4 / FPS)).toEqual(['morph 0→1 ×4']);
    expect(times(8 / FPS)).toEqual(['fade 0→1 ground ×2', 'still 1 ground ×4', 'fade 1 ground→1 ×2']);
  });
});
