import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSoundFileFetcher } from '#features/renders/make-sound.ts';
import { FileMissingError } from '#features/renders/ports.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recordings-'));
});
afterEach(() => rm(directory, { recursive: true }));

const empty = {
  getFile: async (key: string) => {
    throw new FileMissingError(key);
  },
};

const place = { slide_id: 'sl_7', position: 6 };

it('says of which slide the speech is whose file is gone: the render fails at once', async () => {
  const sound = { sound_files: { a: 'a.wav' }, spoken_on: { a: 'slide 7' }, spoken_places: { a: place } };
  const fetching = createSoundFileFetcher(empty, sound, directory).fetch(['a']);
  await expect(fetching).rejects.toMatchObject({
    name: 'NonRetryableRenderError',
    code: 'narration_failed',
    message: expect.stringContaining('slide 7'),
    failedSlide: place,
  });
});

it('leaves it to another attempt when other sound cannot be fetched', async () => {
  const fetching = createSoundFileFetcher(empty, { sound_files: { music: 'm.wav' }, spoken_on: {} }, directory).fetch([
    'music',
  ]);
  await expect(fetching).rejects.toBeInstanceOf(FileMissingError);
});
