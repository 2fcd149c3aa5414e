import { expect, it } from 'vitest';
import { colorShownInPicker, textAfterColorPicked } from '#front/console/app/picker-color.ts';

it.each([
  ['#102030', '#102030', '#aabbcc'],
  ['#10203040', '#102030', '#aabbcc40'],
  ['magenta', '#808080', '#aabbcc'],
  ['#fff', '#808080', '#aabbcc'],
  ['', '#808080', '#aabbcc'],
])('the picker of %j shows %s, and a picked colour becomes %s', (text, shown, picked) => {
  expect([colorShownInPicker(text), textAfterColorPicked(text, '#aabbcc')]).toEqual([shown, picked]);
});
