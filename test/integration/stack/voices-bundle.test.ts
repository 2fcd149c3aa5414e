import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleHandlers } from '#deploy/bundle-handlers.ts';
import { remove, temporaryFolder } from '#test/support/stack/fixture-service.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => remove(folder));

describe('the function that lists voices', () => {
  it('takes no engine with it: its workers speak', async () => {
    const handler = 'functions/http/narration/list-voices.handler';
    const bundles = await bundleHandlers({ serviceDir: PROJECT, handlers: [handler], outDir: folder });
    const { files = [], packages } = bundles[handler] ?? {};
    expect(packages).not.toContain('espeak-ng');
    expect(files.filter((name: string) => name.includes('worker'))).toEqual([]);
  });
});
