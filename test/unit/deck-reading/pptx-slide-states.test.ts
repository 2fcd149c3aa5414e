import { describe, expect, it } from 'vitest';
import { parseSlideAnimation } from '#engine/deck-reading/pptx/animation-steps.ts';
import { parseSlideTransition } from '#engine/deck-reading/pptx/deck-transition.ts';
import { MAX_PPTX_SLIDE_STATES, statesOfPptxSlide } from '#engine/deck-reading/pptx/pptx-slide-states.ts';
import { childElementAtPath, parsePartXml } from '#engine/deck-reading/pptx/xml.ts';
import { andThen, click, DIM, delayed, effect, timing } from '#test/support/decks/animation.ts';
import { pptxParts, textShape } from '#test/support/decks/pptx.ts';

const SHAPES =
  textShape(2, 'title', ['Title']) + textShape(3, 'body', ['One', 'Two', 'Three']) + textShape(4, null, ['Box']);

function slideWith(after: string, shapes = SHAPES) {
  const part = pptxParts({ slides: [{ shapes, after }] }).find(({ name }) => name === 'ppt/slides/slide1.xml');
  return childElementAtPath(parsePartXml(Buffer.from(part?.bytes ?? '')), 'p:sld') ?? expect.fail('there is no slide');
}

function statesWith(...steps: string[]) {
  const slide = slideWith(timing(...steps));
  const { states, notShown } = statesOfPptxSlide(slide, parseSlideAnimation(slide));
  return {
    ...{ hidden: states.map(({ hidden }) => hidden), texts: states.map(({ text }) => text), notShown },
    shapes: states.map(({ hidden }) => hidden.shapes),
    after: states.map(({ after }) => after),
    changed: states.map(({ changed }) => changed),
  };
}

describe('the states of a slide', () => {
  it('are found in bounded time where many effects are about many paragraphs', () => {
    const lines = Array<string>(2000).fill('a');
    const slide = slideWith(
      timing(click(...Array.from({ length: 2000 }, (_, at) => effect(at % 2 === 0 ? 'entr' : 'exit', 4, [0, 1999])))),
      textShape(4, null, lines),
    );
    const animation = parseSlideAnimation(slide);
    const start = process.cpuUsage();
    const { notShown } = statesOfPptxSlide(slide, animation);
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
    expect(notShown).toEqual(['its last 1951 effects are left out: it changes too many paragraphs']);
  });

  it('are one without an animation', () => {
    expect(statesWith()).toMatchObject({ hidden: [{ shapes: [], paragraphs: {} }], texts: [''], notShown: [] });
  });

  it('leave out what comes later: shapes as a whole, paragraphs within their shape', () => {
    expect(
      statesWith(click(effect('entr', 4)), click(effect('entr', 3, [0, 0])), click(effect('entr', 3, [1, 2]))),
    ).toMatchObject({
      hidden: [
        { shapes: [4], paragraphs: { 3: [0, 1, 2] } },
        { shapes: [], paragraphs: { 3: [0, 1, 2] } },
        { shapes: [], paragraphs: { 3: [1, 2] } },
        { shapes: [], paragraphs: {} },
      ],
      texts: ['', 'Box', 'One', 'Two Three'],
      notShown: [],
    });
  });

  it('leave out what went from then on, and what comes and goes before and after', () => {
    const { hidden } = statesWith(
      click(effect('exit', 2)),
      click(effect('entr', 4)),
      click(effect('exit', 4), effect('entr', 2)),
    );
    expect(hidden.map(({ shapes }) => shapes)).toEqual([[4], [2, 4], [2], [4]]);
  });

  it('take effects with and after another one into its click, and those before the first click into the start', () => {
    const { hidden, notShown } = statesWith(
      effect('entr', 4, undefined, 'afterEffect'),
      click(effect('entr', 2), effect('entr', 3, [0, 0], 'withEffect')),
    );
    expect(hidden).toEqual([
      { shapes: [2], paragraphs: { 3: [0] } },
      { shapes: [], paragraphs: {} },
    ]);
    expect(notShown).toEqual(['what comes without a click is there from the start']);
  });

  it('show what comes and goes within one click, for a second at least', () => {
    const { shapes, after, notShown } = statesWith(
      click(
        effect('entr', 4),
        effect('exit', 4, undefined, 'afterEffect'),
        effect('entr', 2, undefined, 'afterEffect'),
      ),
      click(effect('exit', 2)),
    );
    expect(shapes).toEqual([[2, 4], [2], [4], [2, 4]]);
    expect(after).toEqual([undefined, undefined, 1, undefined]);
    expect(notShown).toEqual([]);
  });

  it('show what goes without a click before it goes, and what comes long after its click at its own time', () => {
    expect(statesWith(click(effect('exit', 4, undefined, 'afterEffect')))).toMatchObject({
      ...{ shapes: [[], [4]], after: [undefined, 1], notShown: [] },
    });
    const later = delayed(2500, effect('entr', 2, undefined, 'afterEffect'));
    expect(
      statesWith(click(effect('entr', 4), later, delayed(2700, effect('exit', 3, undefined, 'withEffect')))),
    ).toMatchObject({ shapes: [[2, 4], [2], [3]], after: [undefined, undefined, 2.5], texts: ['', 'Box', 'Title'] });
    expect(statesWith(later)).toMatchObject({ shapes: [[2], []], after: [undefined, 2.5], notShown: [] });
  });

  it('hide what is hidden after its animation, or with the next click', () => {
    expect(statesWith(click(andThen('hidden', 4, effect('entr', 4))), click(effect('entr', 2)))).toMatchObject({
      ...{ shapes: [[2, 4], [2], [2, 4], [4]], after: [undefined, undefined, 1, undefined], notShown: [] },
    });
    const next = andThen('hidden_by_next_click', 4, effect('entr', 4));
    expect(statesWith(click(next), click(effect('entr', 2)))).toMatchObject({
      ...{ shapes: [[2, 4], [2], [4]], after: [undefined, undefined, undefined], notShown: [] },
    });
    expect(statesWith(click(effect('entr', 2)), click(next)).shapes).toEqual([[2, 4], [4], []]);
  });

  it('have the colour of what is dimmed from the next click on, until it comes again', () => {
    const dimmed = click(andThen('dimmed', 4, effect('entr', 4)));
    const next = click(effect('entr', 2));
    const { changed, notShown } = statesWith(dimmed, next, click(effect('exit', 4)), click(effect('entr', 4)));
    const colour = { name: 'a:srgbClr', attributes: { val: DIM }, children: [] };
    expect(changed).toEqual([
      undefined,
      undefined,
      { graphics: {}, dimmed: [{ shape: '4', colour }] },
      undefined,
      undefined,
    ]);
    expect(notShown).toEqual([]);
    const point = click(andThen('dimmed', 3, effect('entr', 3, [1, 1]), [1, 1]));
    expect(statesWith(point, next).changed.at(-1)?.dimmed).toEqual([{ shape: '3', paragraph: 1, colour }]);
  });

  it('say that a picture is not dimmed', () => {
    const { changed, notShown } = statesWith(click(andThen('dimmed', 7, effect('entr', 7))), click(effect('entr', 2)));
    expect(changed).toEqual([undefined, undefined, undefined]);
    expect(notShown).toEqual(['what is dimmed after its animation stays as it is']);
  });

  it('show at their end all that a chain of effects brought in, each less than a second after the one before', () => {
    const chain = [0, 1, 2, 3].map((at) =>
      delayed(
        700 * at,
        effect(
          'entr',
          at === 0 ? 2 : at === 1 ? 4 : 3,
          at > 1 ? [at - 2, at - 2] : undefined,
          at === 0 ? 'clickEffect' : 'afterEffect',
        ),
      ),
    );
    const { hidden, after, notShown } = statesWith(click(...chain), click(effect('entr', 3, [2, 2])));
    expect(hidden).toEqual([
      { shapes: [2, 4], paragraphs: { 3: [0, 1, 2] } },
      { shapes: [], paragraphs: { 3: [0, 1, 2] } },
      { shapes: [], paragraphs: { 3: [2] } },
      { shapes: [], paragraphs: {} },
    ]);
    expect([after, notShown]).toEqual([[undefined, undefined, 1.4, undefined], []]);
  });

  it('have no state more for effects by themselves that change nothing', () => {
    expect(
      statesWith(click(effect('entr', 4), delayed(3000, effect('entr', 4, undefined, 'afterEffect')))).shapes,
    ).toEqual([[4], []]);
  });

  it('are one where clicks only emphasize or move', () => {
    const { hidden, notShown } = statesWith(click(effect('emph', 2)), click(effect('path', 4)));
    expect(hidden).toHaveLength(1);
    expect(notShown).toEqual([
      'what is emphasized looks as it does without',
      'what moves along a path stays where it is in the file',
    ]);
  });

  it('show a shape whose form comes apart from its text with the first of both', () => {
    const { hidden } = statesWith(click(effect('entr', 3, 'form')), click(effect('entr', 3, [0, 2])));
    expect(hidden).toEqual([
      { shapes: [3], paragraphs: {} },
      { shapes: [], paragraphs: { 3: [0, 1, 2] } },
      { shapes: [], paragraphs: {} },
    ]);
  });

  it('show all of what comes part by part with its first part', () => {
    const { hidden, notShown } = statesWith(click(effect('entr', 4, 'other')), click(effect('entr', 4, 'other')));
    expect(hidden.map(({ shapes }) => shapes)).toEqual([[4], [], []]);
    expect(notShown).toEqual(['what comes in part by part (a chart, a diagram, letters) is whole with its first part']);
  });

  it(`are at most ${MAX_PPTX_SLIDE_STATES}: clicks after that come with the last one, and are told`, () => {
    const steps = Array.from({ length: 60 }, (_, at) => click(effect(at % 2 === 0 ? 'entr' : 'exit', 4)));
    const { hidden, notShown } = statesWith(...steps);
    expect(hidden).toHaveLength(MAX_PPTX_SLIDE_STATES);
    expect(hidden.at(-1)?.shapes).toEqual([4]);
    expect(notShown).toEqual(['21 of its changes are shown together, since a slide has at most 40 states']);
  });

  it('read ranges of hostile files within the existing paragraphs', () => {
    expect(statesWith(click(effect('entr', 3, [0, 4_000_000_000]))).hidden[0]?.paragraphs).toEqual({ 3: [0, 1, 2] });
    expect(statesWith(click(effect('entr', 'x'))).hidden).toHaveLength(1);
  });
});

describe('the transition of a slide', () => {
  it.each([
    ['<p:transition/>', undefined],
    ['<p:transition><p:cut/></p:transition>', undefined],
    ['<p:transition spd="slow"><p:fade/></p:transition>', { transition: { type: 'fade', duration_seconds: 1 } }],
    ['<p:transition><p:push dir="u"/></p:transition>', { transition: { type: 'push', duration_seconds: 0.5 } }],
    ['<p:transition><p:push dir="l"/></p:transition>', { transition: { type: 'slide', duration_seconds: 0.5 } }],
    ['<p:transition><p:circle/></p:transition>', { transition: { type: 'iris', duration_seconds: 0.5 } }],
    ['<p:transition spd="med"><p:wipe/></p:transition>', { transition: { type: 'wipe', duration_seconds: 0.75 } }],
    [
      '<p:transition><p:split/></p:transition>',
      { transition: { type: 'wipe', duration_seconds: 0.5 }, resembles: 'split' },
    ],
    [
      '<mc:AlternateContent><mc:Choice Requires="p159" xmlns:p159="http://schemas.microsoft.com/office/powerpoint/2015/09/main"><p:transition spd="slow" p14:dur="9000" xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p:sndAc/><p159:morph option="byObject"/></p:transition></mc:Choice><mc:Fallback><p:transition><p:wipe/></p:transition></mc:Fallback></mc:AlternateContent>',
      { transition: { type: 'morph', duration_seconds: 2 } },
    ],
  ])('of %s', (xml, expected) => {
    expect(parseSlideTransition(slideWith(xml))).toEqual(expected);
  });
});
