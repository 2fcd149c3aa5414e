import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { path } from '@ffmpeg-installer/ffmpeg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '#emulators/host/start-error.ts';
import { checkFfmpeg, codecsOfCustomFfmpeg } from '#stack/check-ffmpeg.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ffmpeg-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function script(text: string, mode = 0o755): string {
  const path = join(folder, 'ffmpeg');
  writeFileSync(path, text, { mode });
  return path;
}

describe('the ffmpeg of the local stack', () => {
  test('is the installed one when FFMPEG_PATH is empty or not set', async () => {
    await checkFfmpeg({});
    await checkFfmpeg({ FFMPEG_PATH: '' });
  });

  test('is accepted when it answers -version', async () => {
    await checkFfmpeg({ FFMPEG_PATH: script('#!/bin/sh\ntest "$1" = -version && echo "ffmpeg version 9"\n') });
  });

  test.each([
    ['does not exist', () => join(folder, 'missing')],
    ['is not a file', () => folder],
    ['is not executable', () => script('#!/bin/sh\n', 0o644)],
    ['cannot be run: -version fails', () => script('#!/bin/sh\nexit 1\n')],
    ['cannot be run: -version fails', () => script('not a program')],
    ['does not answer -version as ffmpeg does', () => script('#!/bin/sh\necho avconv\n')],
  ])('is refused when it %s', async (fault, path) => {
    const FFMPEG_PATH = path();
    await expect(checkFfmpeg({ FFMPEG_PATH })).rejects.toEqual(new StartError(`FFMPEG_PATH: ${FFMPEG_PATH} ${fault}`));
  });
});

describe('the codecs of the local stack', () => {
  test('are those of serverless.yml with the ffmpeg of Lambda', async () => {
    expect(await codecsOfCustomFfmpeg('/x/node_modules/@ffmpeg-installer/linux-x64/ffmpeg')).toBeUndefined();
  });

  test('are tried with any other ffmpeg', async () => {
    const only264 = script(
      `#!/bin/sh\ncase "$*" in *libx265*|*vp9*|*av1*) exit 1;; esac\nexec ${JSON.stringify(path)} "$@"\n`,
    );
    expect(await codecsOfCustomFfmpeg(only264)).toBe('h264');
  });

  test('are without H.265 where the ffmpeg of npm only seems to encode it', async () => {
    const program = join(folder, 'node_modules/@ffmpeg-installer/linux-arm64');
    mkdirSync(program, { recursive: true });
    const installed = join(program, 'ffmpeg');
    symlinkSync(path, installed);
    expect(await codecsOfCustomFfmpeg(installed)).toBe('h264,vp9');
  });

  test('are none of an ffmpeg that encodes nothing: it is refused', async () => {
    const path = script('#!/bin/sh\nexit 1\n');
    await expect(codecsOfCustomFfmpeg(path)).rejects.toThrow(`FFMPEG_PATH: ${path} encodes no video`);
  });

  test('are none of an ffmpeg of npm that encodes nothing, which FFMPEG_PATH does not name', async () => {
    const folderOfProgram = join(folder, 'node_modules/@ffmpeg-installer/darwin-arm64');
    mkdirSync(folderOfProgram, { recursive: true });
    const installed = join(folderOfProgram, 'ffmpeg');
    symlinkSync(script('#!/bin/sh\nexit 1\n'), installed);
    await expect(codecsOfCustomFfmpeg(installed)).rejects.toThrow(`the ffmpeg of npm: ${installed} encodes no video`);
  });
});
