import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { bundleHandlers } from '#deploy/bundle-handlers.ts';
import { PACKAGE_LAYERS } from '#layers/contents.ts';
import { buildPackageLayer } from '#layers/packages.ts';
import { isWhole } from '#test/support/depth.ts';
import { handler } from '#test/support/drawing/draw-letters.ts';
import { remove, temporaryFolder } from '#test/support/stack/fixture-service.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const DRAW = `process.stdout.write(JSON.stringify(await (await import(process.argv[1])).handler()))`;

// The layer is built and a bundle drawn with it: many seconds. That it has each file that can be asked for is tested on every run.
test.runIf(isWhole)(
  'letters, signs and emoji drawn with the files of the layer are the same pixels as with those of npm',
  async () => {
    const folder = temporaryFolder();
    onTestFinished(() => remove(folder));
    const { drawing: content } = PACKAGE_LAYERS;
    if (content === undefined) throw new Error('there is no layer that draws');
    await buildPackageLayer(join(folder, 'opt'), { serviceDir: PROJECT, content, architecture: 'x86_64' });
    const handlers = ['test/support/drawing/draw-letters.handler'];
    await bundleHandlers({ serviceDir: PROJECT, handlers, outDir: join(folder, 'task'), whole: true });

    const modules = join(folder, 'opt/nodejs/node_modules');
    expect(readdirSync(join(modules, '@discordapp/twemoji/dist'))).toEqual(['svg.pack']);
    const bundle = join(folder, 'task/test/support/drawing/draw-letters.mjs');
    // Outside of the project, where nothing but the layer has a package.
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', DRAW, bundle], {
      cwd: folder,
      env: { NODE_PATH: modules },
    });

    const installed = await handler();
    expect(installed.length).toBeGreaterThan(20);
    expect(JSON.parse(stdout)).toEqual(installed);
  },
);
