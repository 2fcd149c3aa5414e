import { expect, it } from 'vitest';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import {
  boxAt,
  frameShape,
  makePptx,
  pictureShape,
  type TestSlide,
  tableXml,
  textShape,
} from '#test/support/decks/pptx.ts';

const P14 = 'http://schemas.microsoft.com/office/powerpoint/2010/main';

/** The still of a video, whose relation is `v` and its id. */
const video = (id: number, box = boxAt(500, 200, 400, 300), inner = ''): string =>
  pictureShape(
    id,
    'rIdStill',
    box,
    '',
    `<a:videoFile r:link="v${id}"/><p:extLst><p:ext><p14:media xmlns:p14="${P14}" r:embed="v${id}">${inner}</p14:media></p:ext></p:extLst>`,
  );
const plays = (id: number, how: string): string =>
  `<p:par><p:cTn nodeType="${how}"><p:childTnLst><p:cmd cmd="playFrom(0.0)"><p:cBhvr><p:tgtEl><p:spTgt spid="${id}"/></p:tgtEl></p:cBhvr></p:cmd></p:childTnLst></p:cTn></p:par>`;
const node = (id: number, attributes = '', repeat = ''): string =>
  `<p:video><p:cMediaNode ${attributes}><p:cTn ${repeat}/><p:tgtEl><p:spTgt spid="${id}"/></p:tgtEl></p:cMediaNode></p:video>`;
const timing = (...steps: readonly string[]): string => `<p:timing><p:tnLst>${steps.join('')}</p:tnLst></p:timing>`;
const TITLE = textShape(2, 'title', ['A title']);
const POINTS = textShape(3, 'obj', ['One', 'Two']);
const GRAPHIC = frameShape(4, 'table', tableXml([['A', 'B']]));

async function read(slide: TestSlide, missing: readonly number[] = []) {
  const relations = {
    rIdStill: ['image', 'media/still.png'] as const,
    ...Object.fromEntries([5, 6].map((id) => [`v${id}`, ['media', `media/${id}.mp4`] as const])),
  };
  const parts = Object.fromEntries(
    [5, 6].filter((id) => !missing.includes(id)).map((id) => [`ppt/media/${id}.mp4`, 'ftyp']),
  );
  const deck = makePptx({ slides: [{ relations, ...slide }], parts: { ...parts, 'ppt/media/still.png': 'PNG' } });
  const { deck: taken } = await readPptx(deck, { maxSlides: 9 });
  const [made] = taken.slides;
  return {
    ...made,
    lines: taken.warnings.filter(({ slide: of }) => of === 1).map(({ code, message }) => `${code}: ${message}`),
  };
}

it.each([
  ['alone', '', boxAt(100, 100, 300, 300), 'full'],
  ['under a title', TITLE, boxAt(100, 100, 300, 300), 'framed'],
  ['right of points', TITLE + POINTS, boxAt(500, 200, 400, 300), 'right'],
  ['left of points', TITLE + POINTS, boxAt(0, 200, 400, 300), 'left'],
  ['behind all of a slide', TITLE + POINTS, boxAt(0, 0, 1000, 1000), 'background'],
])('a video %s has a place of the same kind', async (_, texts, box, place) => {
  expect(await read({ shapes: texts + video(5, box) })).toMatchObject({
    video: { source: { from: 'path', path: 'ppt/media/5.mp4' }, place },
    image: { source: { from: 'path', path: 'ppt/media/still.png' } },
    lines: [],
  });
});

it('a video keeps its trim, its loop, its volume and the click that starts it', async () => {
  const shapes = TITLE + video(5, undefined, '<p14:trim st="1500" end="500"/>');
  const after = timing(plays(5, 'clickEffect'), node(5, 'vol="40000"', 'repeatCount="indefinite"'));
  const { source: _, ...how } = (await read({ shapes, after, notes: ['Said.'] })).video ?? expect.fail();
  expect(how).toEqual({ place: 'framed', from: 1.5, cutsEnd: 0.5, volume: 0.5, loops: true, isAfterSpeech: true });
  const muted = timing(plays(5, 'afterEffect'), node(5, 'mute="1"'));
  const { source: __, ...silent } =
    (await read({ shapes: TITLE + video(5), after: muted, notes: ['Said.'] })).video ?? expect.fail();
  expect(silent).toEqual({ place: 'framed', isMuted: true });
});

it('a slide whose video plays by itself has no narration of that', async () => {
  const { recording, video: shown } = await read({ shapes: video(5), after: timing(plays(5, 'afterEffect'), node(5)) });
  expect([recording, shown?.place]).toEqual([undefined, 'full']);
});

it.each([
  ['outside of the file', TITLE + video(5), [5], 'it is missing, or outside of the file'],
  ['next to a table', TITLE + GRAPHIC + video(5), [], 'Split the slide to keep both'],
])('a video %s is left out and reported', async (_, shapes, missing, line) => {
  const { video: shown, lines } = await read({ shapes }, missing);
  expect(shown).toBeUndefined();
  expect(lines).toContainEqual(expect.stringContaining(`video_not_taken: A video was left out`));
  expect(lines.join()).toContain(line);
});

it('of several videos the largest is shown', async () => {
  const shapes = TITLE + video(5, boxAt(0, 0, 100, 100)) + video(6, boxAt(200, 200, 500, 500));
  expect(await read({ shapes })).toMatchObject({
    video: { source: { path: 'ppt/media/6.mp4' } },
    lines: [expect.stringContaining('a slide shows only one video')],
  });
});
