import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { explainError } from '#cli/explain-error.ts';
import { assertPathWritable } from '#cli/writable-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'writable-'));
afterAll(() => rmSync(folder, { recursive: true }));

const refusal = (path: string): string => {
  try {
    assertPathWritable(path);
  } catch (error) {
    return explainError(error);
  }
  return 'it can be written';
};

describe('a place for a video', () => {
  it('is taken in a folder that exists, or has to be made, and left as it was', () => {
    expect(refusal(join(folder, 'film.mp4'))).toBe('it can be written');
    expect(refusal(join(folder, 'a', 'b', 'film.mp4'))).toBe('it can be written');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused below a file', () => {
    writeFileSync(join(folder, 'file'), '');
    const film = join(folder, 'file', 'film.mp4');
    expect(refusal(film)).toBe(`${film}: a part of the path is not a folder. Check the name.`);
    rmSync(join(folder, 'file'));
  });

  // Not even root writes there.
  it.runIf(existsSync('/proc/self'))('is refused where the system takes no files', () => {
    expect(refusal('/proc/self/film.mp4')).toMatch(/^\/proc\/self\/film\.mp4: /);
  });
});
