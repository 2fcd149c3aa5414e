import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { sharedService } from '#test/support/service/shared-service.ts';

const root = join(import.meta.dirname, '../..');
const service = sharedService();

it('the curl tour of the README works as it is written, with another port', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const tour = /<!-- tour -->\n```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(tour).toContain('API=http://localhost:3000/v1\n');
  const video = join(service.directory, 'hello.mp4');
  const script = tour
    .replace('API=http://localhost:3000/v1', `API=${service.stack.baseUrl}`)
    .replaceAll('hello.mp4', video);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    env: { ...process.env, ...service.operator },
    // Ends only what hangs.
    timeout: 280_000,
  });
  expect(stdout).toContain('"plan":"pro"');
  const seen = await inspectMp4(video);
  expect(seen.video.samples).toBeGreaterThan(4 * 30);
  expect(seen.audio).toBeDefined();
});
