import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundleHandlers } from '#deploy/bundle-handlers.ts';
import { BUDGET } from '#deploy/packages/package-faults.ts';
import { readPackage } from '#deploy/packages/packaged-stage.ts';
import { buildLayer } from '#layers/ffmpeg/build.ts';
import { isWhole } from '#test/support/depth.ts';
import { FIXTURE_SERVICE_DIR, remove, temporaryFolder } from '#test/support/stack/fixture-service.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const CLI = fileURLToPath(import.meta.resolve('serverless/bin/serverless.js'));

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => remove(folder));

describe('bundling', () => {
  test('names every missing handler file in one error', async () => {
    const handlers = ['functions/echo.handler', 'functions/a.handler', 'functions/b.handler'];

    await expect(bundleHandlers({ serviceDir: FIXTURE_SERVICE_DIR, handlers, outDir: folder })).rejects.toThrow(
      'serverless.yml names handlers whose file is missing: functions/a.ts, functions/b.ts',
    );
  });

  test('leaves native packages outside and names them, and has the SDK inside', async () => {
    mkdirSync(join(folder, 'functions'));
    writeFileSync(
      join(folder, 'functions/draw.ts'),
      "import { S3Client } from '@aws-sdk/client-s3';\nimport sharp from 'sharp';\nimport { Renderer } from '@takumi-rs/core';\nimport espeak from 'espeak-ng';\nimport { join } from 'node:path';\nexport const handler = () => [S3Client, sharp, Renderer, espeak, join];\n",
    );
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));

    const { 'functions/draw.handler': bundle } = await bundleHandlers({
      serviceDir: folder,
      handlers: ['functions/draw.handler'],
      whole: true,
    });

    expect(bundle).toEqual({
      handler: '.build/functions/draw.handler',
      files: ['.build/functions/draw.mjs', '.build/functions/draw.mjs.map'],
      packages: expect.arrayContaining(['sharp', '@takumi-rs/core', 'espeak-ng']),
    });
    expect(readFileSync(join(folder, '.build/functions/draw.mjs'), 'utf8')).not.toMatch(
      /from\s*["'](@aws-sdk|sharp|@takumi-rs|espeak-ng)/,
    );
    const module = (await import(join(folder, '.build/functions/draw.mjs'))) as { handler: () => unknown[] };
    expect(module.handler().every((value) => typeof value === 'function')).toBe(true);
  });
});

describe('serverless package', () => {
  // CI makes the package itself, within the same budgets.
  test.runIf(isWhole)(
    'gives one small archive a function and one of the layer, without an account or a network',
    async () => {
      // Inside of the project, where its packages are found.
      const workspace = join(PROJECT, '.build', `package-${process.pid}`);
      onTestFinished(() => remove(workspace));
      const service = join(workspace, 'a', 'b');
      cpSync(FIXTURE_SERVICE_DIR, service, { recursive: true });
      const configuration = join(service, 'serverless.yml');
      const text = readFileSync(configuration, 'utf8').replace('../../../localstack', '../../../../localstack');
      writeFileSync(configuration, text);

      await promisify(execFile)(process.execPath, [CLI, 'package', '--stage', 'dev'], {
        cwd: service,
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          AWS_ACCESS_KEY_ID: 'test',
          AWS_SECRET_ACCESS_KEY: 'test',
          // Refuses every connection: nothing may be asked.
          AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
          SLS_TELEMETRY_DISABLED: '1',
        },
      });

      const output = join(service, '.serverless');
      const archives = readdirSync(output).filter((name) => name.endsWith('.zip'));
      expect(archives).toHaveLength([...text.matchAll(/handler: functions\//g)].length + 1);
      expect(archives).toContain('ffmpeg.zip');
      const { code } = await readPackage(output);
      expect(code.filter(({ kind, zipped }) => kind === 'api' && zipped > BUDGET.api)).toEqual([]);
      expect(code.find(({ name }) => name === 'ffmpeg')?.files).toEqual([
        { path: 'bin/ffmpeg', bytes: expect.any(Number), machine: 'x86_64' },
      ]);
    },
  );
});

describe('the ffmpeg layer', () => {
  test('has the pinned binary, ready to run', async () => {
    const path = await buildLayer(folder);

    expect(path).toBe(join(folder, 'bin', 'ffmpeg'));
    expect(statSync(path).mode & 0o111).toBe(0o111);
    const { stdout } = await promisify(execFile)(path, ['-version']);
    expect(stdout).toContain('ffmpeg version');
  });

  test('refuses a binary that is not the pinned one', async () => {
    const source = join(folder, 'ffmpeg');
    writeFileSync(source, '#!/bin/sh\n');

    await expect(buildLayer(join(folder, 'dist'), { source })).rejects.toThrow(
      /has SHA-256 [0-9a-f]{64}, expected 6d0c/,
    );
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  });
});
