import { expect, it } from 'vitest';
import { formatArtifactIndexFields, parseArtifactPackLines } from '#adapters/aws/renders/artifact-items.ts';

const clip = { form: 'key_frame', frames: 1, parameter_sets: 'p' } as const;
const DRIFT = { x: 0, y: 16, width: 48, height: 32, across: -12, down: 9 };
const ZOOM = { x: 0, y: 0, width: 882, height: 1080, anchorX: 882, anchorY: 529.2 };
const name = (digit: string): string => digit.repeat(64);

it('a pack keeps which part of a clip rises, which drift, and which image zooms, next to clips of the same description', () => {
  const artifacts = [
    { name: name('a'), offset: 0, bytes: 10, clip },
    { name: name('b'), offset: 10, bytes: 20, clip: { ...clip, rises: { x: 2, y: 4, width: 60, height: 8 } } },
    { name: name('c'), offset: 30, bytes: 5 },
    { name: name('e'), offset: 41, bytes: 7, clip: { ...clip, zooms: ZOOM } },
    {
      name: name('f'),
      offset: 48,
      bytes: 7,
      clip: { ...clip, rises: { x: 2, y: 4, width: 60, height: 8 }, zooms: ZOOM },
    },
    { name: name('d'), offset: 35, bytes: 6, clip: { ...clip, drifts: [DRIFT, { ...DRIFT, x: 64, across: 0 }] } },
  ];
  const pack = formatArtifactIndexFields(artifacts);
  expect(pack.clips).toEqual([clip]);
  expect(parseArtifactPackLines(pack)).toEqual(artifacts);
});
