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
import { LAMBDA_PACKAGE_SIZE_LIMITS } from '#deploy/packages/package-faults.ts';
import { readPackagedStage } from '#deploy/packages/packaged-stage.ts';
import { buildFfmpegLayer } from '#layers/ffmpeg/build.ts';
import { isWhole } from '#test/support/depth.ts';
import { INHERITED_ENVIRONMENT } from '#test/support/processes/inherited-environment.ts';
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

  test('takes the credentials of the environment, and has none of the clients that look elsewhere', async () => {
    mkdirSync(join(folder, 'functions'));
    writeFileSync(
      join(folder, 'functions/credentials.ts'),
      "import { S3Client } from '@aws-sdk/client-s3';\nexport const handler = () => new S3Client({ region: 'eu-west-1' }).config.credentials();\n",
    );
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    await bundleHandlers({ serviceDir: folder, handlers: ['functions/credentials.handler'], whole: true });

    const bundle = join(folder, '.build/functions/credentials.mjs');
    expect(readFileSync(bundle, 'utf8')).not.toMatch(/AssumeRole|CreateTokenCommand|fromInstanceMetadata|fromIni/);
    const run = `process.stdout.write(JSON.stringify(await (await import(process.argv[1])).handler().catch((error) => String(error))))`;
    const credentialsWith = async (env: NodeJS.ProcessEnv): Promise<unknown> => {
      const command = ['--input-type=module', '--eval', run, bundle];
      const { stdout } = await promisify(execFile)(process.execPath, command, { env });
      return JSON.parse(stdout);
    };
    const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' };
    expect(await credentialsWith(env)).toMatchObject({
      ...{ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
    });
    expect(await credentialsWith({})).toContain('Unable to find environment variable credentials');
  });

  test('names lines of the source in a stack, and functions and errors by their names', async () => {
    mkdirSync(join(folder, 'functions'));
    writeFileSync(
      join(folder, 'functions/fail.ts'),
      'class NotThere extends Error {\n  constructor(message: string) {\n    super(message);\n    this.name = new.target.name;\n  }\n}\nfunction lookForIt(): never {\n  throw new NotThere("gone");\n}\n\nexport const handler = () => {\n  lookForIt();\n};\n',
    );
    await bundleHandlers({ serviceDir: folder, handlers: ['functions/fail.handler'], whole: true });

    const run = `try { (await import(process.argv[1])).handler() } catch (error) { process.stdout.write([error.name, error.stack].join(' ')) }`;
    const bundle = join(folder, '.build/functions/fail.mjs');
    const command = ['--enable-source-maps', '--input-type=module', '--eval', run, bundle];
    const { stdout } = await promisify(execFile)(process.execPath, command);
    expect(stdout).toMatch(/^NotThere .*gone\n/);
    expect(stdout).toMatch(/at lookForIt \(.*functions\/fail\.ts:8:\d+\)\n.*at .*functions\/fail\.ts:12:\d+/);
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
          ...INHERITED_ENVIRONMENT,
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
      const { code } = await readPackagedStage(output);
      expect(code.filter(({ kind, zipped }) => kind === 'api' && zipped > LAMBDA_PACKAGE_SIZE_LIMITS.api)).toEqual([]);
      expect(code.find(({ name }) => name === 'ffmpeg')?.files).toEqual([
        { path: 'bin/ffmpeg', bytes: expect.any(Number), machine: 'x86_64' },
      ]);
    },
  );
});

describe('the ffmpeg layer', () => {
  test('has the pinned binary, ready to run', async () => {
    const path = await buildFfmpegLayer(folder);

    expect(path).toBe(join(folder, 'bin', 'ffmpeg'));
    expect(statSync(path).mode & 0o111).toBe(0o111);
    const { stdout } = await promisify(execFile)(path, ['-version']);
    expect(stdout).toContain('ffmpeg version');
  });

  test('refuses a binary that is not the pinned one', async () => {
    const source = join(folder, 'ffmpeg');
    writeFileSync(source, '#!/bin/sh\n');

    await expect(buildFfmpegLayer(join(folder, 'dist'), { source })).rejects.toThrow(
      /has SHA-256 [0-9a-f]{64}, expected 6d0c/,
    );
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  });
});
