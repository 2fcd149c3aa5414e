import { expect, it } from 'vitest';
import type { Schemas } from '#front/client/client.ts';
import { selectWarningsOnlyInRender } from '#front/console/app/render-warnings.ts';

type Warning = Schemas['TimelineCheck']['warnings'][number];

const small: Warning = { slide_id: 'sl_1', position: 0, code: 'text_small', message: 'Small.', param: 'title' };
const still: Warning = { slide_id: null, position: null, code: 'background_still', message: 'Still.', param: null };

it('selects what only the settings of the render cause', () => {
  expect(selectWarningsOnlyInRender([small, still], [small])).toEqual([still]);
});

it('selects a warning whose slide or message differs', () => {
  const elsewhere = { ...small, slide_id: 'sl_2', position: 1 };
  const smaller = { ...small, message: 'Smaller.' };
  expect(selectWarningsOnlyInRender([elsewhere, smaller], [small])).toEqual([elsewhere, smaller]);
});

it('selects none where the render has fewer', () => {
  expect(selectWarningsOnlyInRender([], [small, still])).toEqual([]);
});
