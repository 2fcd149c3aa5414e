import { expect, it } from 'vitest';
import { stateRevealTimes } from '#features/renders/plan/reveal-times.ts';

const state = (text: string, at?: number) => ({ text, picture: `${text}${at}`, ...(at === undefined ? {} : { at }) });
const SENTENCES = [
  { text: 'Something else first.', start_seconds: 0 },
  { text: 'These are the alpha words.', start_seconds: 6 },
];

it('a time that was set is kept, and no state before it comes later', () => {
  expect(stateRevealTimes([state(''), state('alpha words'), state('beta', 2)], SENTENCES, 10)).toEqual([2, 2]);
  expect(stateRevealTimes([state(''), state('alpha words'), state('beta', 8)], SENTENCES, 10)).toEqual([6, 8]);
});

it('a state that comes by itself follows the one before it, at the latest with the next click', () => {
  const by = (after: number, at?: number) => ({ ...state('by itself', at), after });
  const clicked = [state(''), state('alpha words'), by(1.5), by(2), state('end')];
  expect(stateRevealTimes(clicked, SENTENCES, 10)).toEqual([6, 7.5, 8, 8]);
  // The marks of the notes count clicks, not what comes by itself.
  expect(stateRevealTimes(clicked, SENTENCES, 10, [1, 9])).toEqual([1, 2.5, 4.5, 9]);
  expect(stateRevealTimes([state(''), by(2), by(30)], [], 10)).toEqual([2, 32]);
  expect(stateRevealTimes([state(''), by(2, 5), by(1)], [], 10)).toEqual([5, 6]);
});
