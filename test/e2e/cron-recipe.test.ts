import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { isWhole } from '#test/support/depth.ts';
import { sharedService } from '#test/support/service/shared-service.ts';

const SCRIPT = join(import.meta.dirname, '../../lib/front/docs/examples/recipes/cron/nightly.sh');
const service = sharedService();

it.runIf(isWhole)(
  'the recipe for cron makes a video of a deck, and the same one when it is started again',
  async () => {
    const client = await service.account('pro');
    const deck = join(service.directory, 'nightly.md');
    const film = join(service.directory, 'nightly.mp4');
    await writeFile(deck, '# Numbers of the night\n\n- One\n');
    const run = async (key: string): Promise<string> => {
      const env = { ...process.env, VIDEO_API_URL: service.stack.baseUrl, VIDEO_API_KEY: key };
      // Ends only what hangs.
      return (await promisify(execFile)(SCRIPT, [deck, film], { env, timeout: 280_000 })).stdout.trim();
    };
    const first = await run(client.apiKey);
    expect((await inspectMp4(film)).video.samples).toBeGreaterThan(0);
    expect(await run(client.apiKey)).toBe(first);
    const { data } = await client.ok<{ data: unknown[] }>('GET', '/renders');
    expect(data).toHaveLength(1);
    await expect(run('svc_live_wrong')).rejects.toMatchObject({ stderr: expect.stringContaining('401') });
  },
);
