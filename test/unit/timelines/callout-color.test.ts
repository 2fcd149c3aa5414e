import { expect, it } from 'vitest';
import { calloutsFieldDefinition } from '#features/timelines/slide-fields/callouts.ts';

const area = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
const read = (color: string) => calloutsFieldDefinition.sent.safeParse([{ kind: 'box', area, color }]);

it('keeps the colour of a callout in lower case', () => {
  const { data } = read('#1E7F5C');
  expect(calloutsFieldDefinition.keep(data)).toEqual([{ kind: 'box', area, color: '#1e7f5c' }]);
});

it.each([
  ['red', 'Use the colour "#ff0000".'],
  ['#f80', 'Use the colour "#ff8800".'],
  ['reddish', 'Send a colour as `#rrggbb`, such as `#1e7f5c`.'],
])('advises a client that sends %s', (color, advice) => {
  expect(read(color).error?.issues[0]?.message).toBe(advice);
});
