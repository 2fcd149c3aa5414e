import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakNarration } from '../support/chaos/break-narration.ts';
import { type OwnService, startService } from '../support/service/start-service.ts';

const SLIDES = 20;
const KILLS = 5;

let service: OwnService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

describe('narration whose workers are killed at random', () => {
  it('ends ready for every slide, made once and counted once', async () => {
    const { killed, statuses, characters, files, interrupted } = await breakNarration(service, {
      kills: KILLS,
      slides: SLIDES,
      seed: 7,
      sparesStarting: true,
    });
    expect(killed).toBe(KILLS);
    expect(statuses).toEqual({ ready: SLIDES });
    expect(characters.counted).toBe(characters.said);
    expect(files).toEqual({ wav: SLIDES, mp3: SLIDES });
    expect(interrupted).toBeGreaterThan(0);
  }, 400_000);
});
