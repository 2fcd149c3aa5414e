import { expect, it } from 'vitest';
import { isArtifactFresh } from '#features/renders/cached-artifact.ts';
import { MAX_RENDER_LIFE_SECONDS } from '#features/renders/work-time.ts';
import { FILE_LIFETIMES, ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { START, secondsAfter } from '#test/support/samples/entities.ts';

const { seconds } = ITEM_LIFETIMES.artifact_pack;
const artifact = { name: 'n', key: 'k', offset: 0, bytes: 1, made_at: START.toISOString() };

// The table deletes a record hours or days after its time: what it says decides, not whether it is still there.
it.each([
  [0, true],
  [seconds - 0.001, true],
  [seconds, false],
  [seconds + 86_400, false],
])('an artifact that is %d s old is fresh: %s', (age, fresh) => {
  expect(isArtifactFresh(artifact, secondsAfter(age))).toBe(fresh);
});

it('has a file that stays for as long as a render may use what it found', () => {
  expect(FILE_LIFETIMES['cache/'].days * 86_400 - seconds).toBeGreaterThan(MAX_RENDER_LIFE_SECONDS);
});
