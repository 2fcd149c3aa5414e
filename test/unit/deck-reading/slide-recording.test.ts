import { expect, it } from 'vitest';
import { readPptx } from '#engine/deck-reading/pptx/read-pptx.ts';
import { makePptx, pictureShape, type TestSlide } from '#test/support/decks/pptx.ts';

const P14 = 'http://schemas.microsoft.com/office/powerpoint/2010/main';
const P15 = 'http://schemas.microsoft.com/office/powerpoint/2012/main';

/** The sign of a medium: its relation is `m` and its id. */
const medium = (id: number, { kind = 'audioFile', inner = '', extension = '' } = {}): string =>
  pictureShape(
    id,
    'rIdIcon',
    '',
    '',
    `<a:${kind} r:link="m${id}"/><p:extLst><p:ext><p14:media xmlns:p14="${P14}" r:embed="m${id}">${inner}</p14:media></p:ext>${extension}</p:extLst>`,
  );
const plays = (id: number, how = 'afterEffect'): string =>
  `<p:par><p:cTn nodeType="${how}"><p:childTnLst><p:cmd cmd="playFrom(0.0)"><p:cBhvr><p:tgtEl><p:spTgt spid="${id}"/></p:tgtEl></p:cBhvr></p:cmd></p:childTnLst></p:cTn></p:par>`;
const node = (id: number, { kind = 'audio', isNarration = false, attributes = '', repeat = '' } = {}): string =>
  `<p:${kind}${isNarration ? ' isNarration="1"' : ''}><p:cMediaNode ${attributes}><p:cTn ${repeat}/><p:tgtEl><p:spTgt spid="${id}"/></p:tgtEl></p:cMediaNode></p:${kind}>`;
const timing = (...steps: readonly string[]): string => `<p:timing><p:tnLst>${steps.join('')}</p:tnLst></p:timing>`;

async function read(
  slide: TestSlide,
): Promise<{ clips: unknown; isMarkedAsNarration?: boolean | undefined; lines: string[] }> {
  const relations = Object.fromEntries(
    [5, 6, 7].map((id) => [`m${id}`, ['media', `media/${id}.wav`] as const] as const),
  );
  const parts = Object.fromEntries([5, 6, 7].map((id) => [`ppt/media/${id}.wav`, 'RIFF']));
  const { deck } = await readPptx(makePptx({ slides: [{ relations, ...slide }], parts }), { maxSlides: 9 });
  const { recording } = deck.slides[0] ?? expect.fail();
  return {
    clips: recording?.clips.map(({ source, cut }) => [
      source.from === 'path' ? source.path : '',
      ...(cut ? [cut] : []),
    ]),
    isMarkedAsNarration: recording?.isMarkedAsNarration,
    lines: deck.warnings.filter(({ slide: of }) => of === 1).map(({ code, message }) => `${code}: ${message}`),
  };
}

it('a recorded narration speaks for its slide, without a line of the report', async () => {
  const after = timing(node(5, { isNarration: true }));
  expect(await read({ shapes: medium(5), after, notes: ['Said.'] })).toEqual({
    clips: [['ppt/media/5.wav']],
    isMarkedAsNarration: true,
    lines: [],
  });
});

it('clips that play by themselves are joined in the order of the timing', async () => {
  const after = timing(plays(7), plays(5, 'withEffect'), plays(6), node(5), node(6), node(7));
  expect(await read({ shapes: medium(5) + medium(6) + medium(7), after })).toEqual({
    clips: [['ppt/media/7.wav'], ['ppt/media/5.wav'], ['ppt/media/6.wav']],
    isMarkedAsNarration: false,
    lines: [],
  });
});

it('what the author cut off a clip is cut off', async () => {
  const shapes = medium(5, { inner: '<p14:trim st="1500" end="250.5"/>' });
  const { clips } = await read({ shapes, after: timing(node(5, { isNarration: true })) });
  expect(clips).toEqual([['ppt/media/5.wav', { start_seconds: 1.5, end_seconds: 0.2505 }]]);
});

it.each<[string, string, string]>([
  ['on a click', timing(plays(5, 'clickEffect'), node(5)), 'A sound that plays on a click was left out.'],
  ['without a timing', '', 'A sound that plays on a click was left out.'],
  ['through later slides', timing(plays(5), node(5, { attributes: 'numSld="999"' })), 'Music that plays on'],
  ['again and again', timing(plays(5), node(5, { repeat: 'repeatCount="indefinite"' })), 'Music that plays on'],
])('a sound that plays %s is left out and reported', async (_, after, line) => {
  expect(await read({ shapes: medium(5), after })).toMatchObject({
    clips: undefined,
    lines: [expect.stringContaining(`audio_not_taken: ${line}`)],
  });
});

it('a sound that is missing is reported, one that is muted makes none', async () => {
  const after = timing(plays(5), node(5));
  expect(await read({ shapes: medium(5), after, relations: {} })).toMatchObject({
    lines: [expect.stringContaining('outside of the file')],
  });
  const muted = timing(plays(5), node(5, { attributes: 'mute="1"' }));
  expect(await read({ shapes: medium(5), after: muted })).toMatchObject({ clips: undefined, lines: [] });
});

it('a sound during the recorded narration is left out and reported', async () => {
  const after = timing(plays(5), plays(6), node(5), node(6, { isNarration: true }));
  expect(await read({ shapes: medium(5) + medium(6), after })).toMatchObject({
    clips: [['ppt/media/6.wav']],
    lines: [expect.stringContaining('during the recorded narration')],
  });
});

it('the sound of a camera clip speaks for its slide; its picture does not move, and that is reported', async () => {
  const shapes = medium(5, {
    kind: 'videoFile',
    extension: `<p:ext><p15:isNarration xmlns:p15="${P15}" val="1"/></p:ext>`,
  });
  expect(await read({ shapes, after: timing(plays(5), node(5, { kind: 'video' })), notes: ['Said.'] })).toMatchObject({
    clips: [['ppt/media/5.wav']],
    isMarkedAsNarration: true,
    lines: expect.arrayContaining([expect.stringContaining('video_not_taken: A camera recording')]),
  });
});
