import { expect, it } from 'vitest';
import { formatArtifactIndexFields, parseArtifactPackLines } from '#adapters/aws/renders/artifact-items.ts';
import { artifactOfClip } from '#features/renders/cache-artifacts.ts';

it('the record of a clip keeps the part that rises, for the worker that joins it and for later videos', () => {
  const clip = { form: 'key_frame', frames: 1, parameter_sets: 'ab', offset: 7, bytes: 9 } as const;
  const rises = { x: 2, y: 4, width: 60, height: 8 };
  const name = 'ab'.repeat(32);
  expect(
    parseArtifactPackLines(formatArtifactIndexFields([artifactOfClip(name, { ...clip, rises })]))[0]?.clip?.rises,
  ).toEqual(rises);
  expect(parseArtifactPackLines(formatArtifactIndexFields([artifactOfClip(name, clip)]))[0]?.clip).not.toHaveProperty(
    'rises',
  );
});
