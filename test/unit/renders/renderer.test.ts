import { describe, expect, it } from 'vitest';
import {
  classifyRendererVersionChange,
  decideTaskHandlingByRendererVersion,
  MAX_RENDER_EPOCHS,
  type RendererVersion,
} from '#features/renders/renderer.ts';

const of = (versions: RendererVersion['versions'], build = 'a'): RendererVersion => ({ versions, build });
const BEGUN = of({ painter: 4, clips: 2 });

describe('a renderer', () => {
  it.each([
    ['same', 'of the same versions', of({ clips: 2, painter: 4 })],
    ['other', 'of another encoder', of({ painter: 4, clips: 2 }, 'b')],
    ['newer', 'with one higher version', of({ painter: 5, clips: 2 })],
    ['newer', 'with a higher version and another encoder', of({ painter: 5, clips: 2 }, 'b')],
    ['newer', 'that counts something more', of({ painter: 4, clips: 2, sound: 1 })],
    ['other', 'with one lower version', of({ painter: 3, clips: 2 })],
    ['other', 'with a higher and a lower version', of({ painter: 5, clips: 1 })],
    ['other', 'that does not count something yet', of({ painter: 4 })],
  ] as const)('is %s: one %s', (relation, _, own) => {
    expect(classifyRendererVersionChange(own, BEGUN)).toBe(relation);
  });
});

describe('a worker', () => {
  const [newer, other] = [of({ painter: 5, clips: 2 }), of({ painter: 3, clips: 2 })];
  it.each([
    ['perform', 'an epoch that no worker has begun', other, undefined, { epoch: 1, handedBack: 0 }],
    ['perform', 'its own version', BEGUN, BEGUN, { epoch: MAX_RENDER_EPOCHS, handedBack: 9 }],
    ['begin_again', 'an older version', newer, BEGUN, { epoch: 1, handedBack: 0 }],
    ['hand_back', 'a newer version', other, BEGUN, { epoch: 1, handedBack: 0 }],
    ['hand_back', 'a newer version, for the fourth time', other, BEGUN, { epoch: 1, handedBack: 3 }],
    ['begin_again', 'a newer version that never came', other, BEGUN, { epoch: 1, handedBack: 4 }],
    [
      'hand_back',
      'an older version that always comes again',
      newer,
      BEGUN,
      { epoch: MAX_RENDER_EPOCHS, handedBack: 4 },
    ],
  ] as const)('decides to %s where it meets %s', (decision, _, own, begun, past) => {
    expect(decideTaskHandlingByRendererVersion(own, begun, past)).toBe(decision);
  });
});
