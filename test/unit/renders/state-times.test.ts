import { expect, it } from 'vitest';
import { stateTimes } from '#features/renders/plan/build-times.ts';

const state = (text: string, at?: number) => ({ text, picture: `${text}${at}`, ...(at === undefined ? {} : { at }) });
const SENTENCES = [
  { text: 'Something else first.', start_seconds: 0 },
  { text: 'These are the alpha words.', start_seconds: 6 },
];

it('a time that was set is kept, and no state before it comes later', () => {
  expect(stateTimes([state(''), state('alpha words'), state('beta', 2)], SENTENCES, 10)).toEqual([2, 2]);
  expect(stateTimes([state(''), state('alpha words'), state('beta', 8)], SENTENCES, 10)).toEqual([6, 8]);
});
