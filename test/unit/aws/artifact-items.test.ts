import { expect, it } from 'vitest';
import { artifactsIn, packLines } from '#adapters/aws/renders/artifact-items.ts';

const clip = { form: 'key_frame', frames: 1, parameter_sets: 'p' } as const;
const name = (digit: string): string => digit.repeat(64);

it('a pack keeps which part of a clip rises, next to clips of the same description', () => {
  const artifacts = [
    { name: name('a'), offset: 0, bytes: 10, clip },
    { name: name('b'), offset: 10, bytes: 20, clip: { ...clip, rises: { x: 2, y: 4, width: 60, height: 8 } } },
    { name: name('c'), offset: 30, bytes: 5 },
  ];
  const pack = packLines(artifacts);
  expect(pack.clips).toEqual([clip]);
  expect(artifactsIn(pack)).toEqual(artifacts);
});
