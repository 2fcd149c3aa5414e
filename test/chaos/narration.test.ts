import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakNarration, type KillNarrators } from '#test/support/chaos/break-narration.ts';
import { type HeldFfmpeg, makeHeldFfmpeg, whoEncodes } from '#test/support/chaos/held-ffmpeg.ts';
import { isWhole } from '#test/support/depth.ts';
import { type OwnService, startService } from '#test/support/service/start-service.ts';

const SLIDES = 10;
/** A slide is given up after its third worker: two kills may hit the same one. */
const KILLS = 2;

let folder: string;
let ffmpeg: HeldFfmpeg;
let service: OwnService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'narration-'));
  ffmpeg = makeHeldFfmpeg(join(folder, 'ffmpeg'));
  service = await startService({ environment: { ...process.env, FFMPEG_PATH: ffmpeg.path } });
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true });
});

/** Kills workers each of which has a slide. */
const killAtWork: KillNarrators = async (_, { kills }) => {
  const killed: number[] = [];
  const release = ffmpeg.hold('narrateSlide');
  try {
    while (killed.length < kills) {
      const { worker } = await whoEncodes(service, 'narrateSlide', killed);
      process.kill(worker, 'SIGKILL');
      killed.push(worker);
    }
  } finally {
    release();
  }
  return killed.length;
};

// `npm run chaos -- narration` kills at random.
// kill.test.ts kills workers that encode, and the simulation those that narrate, in any order: this one is for whole runs.
describe.runIf(isWhole)('narration whose workers are killed', () => {
  it('ends ready for every slide, made once and counted once', async () => {
    const wanted = { kills: KILLS, slides: SLIDES, seed: 7 };
    const { killed, statuses, characters, files, interrupted } = await breakNarration(service, wanted, killAtWork);
    expect(killed).toBe(KILLS);
    expect(statuses).toEqual({ ready: SLIDES });
    expect(characters.counted).toBe(characters.said);
    expect(files).toEqual({ wav: SLIDES, mp3: SLIDES });
    expect(interrupted).toBe(KILLS);
  });
});
