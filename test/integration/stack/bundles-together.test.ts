import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleHandlers } from '#deploy/bundle-handlers.ts';

const serviceDir = fileURLToPath(new URL('../../..', import.meta.url));
const TIMED = ['functions/schedule/sweep-outbox.handler', 'functions/schedule/sweep-lines.handler'];
const ALONE = 'functions/http/service/health.handler';
/** Both draw, and have the fonts of clients examined by a process next to them. */
const DRAWING = ['functions/http/slides/preview.handler', 'functions/http/timelines/contact-sheet.handler'];

let outDir: string;
let bundles: Awaited<ReturnType<typeof bundleHandlers>>;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'together-'));
  bundles = await bundleHandlers({ serviceDir, handlers: [...TIMED, ...DRAWING], outDir, sharing: true });
});
afterAll(() => rm(outDir, { recursive: true }));

const filesOf = (handler: string) => bundles[handler]?.files ?? [];
const sizeOf = async (file: string) => (await stat(resolve(serviceDir, file))).size;

it('lists for each handler the chunks that it shares with others', async () => {
  const [outbox, lines] = TIMED.map(filesOf);
  const shared = outbox?.filter((file) => lines?.includes(file)) ?? [];
  const files = [...TIMED, ...DRAWING].flatMap(filesOf);
  const code = await Promise.all(
    files.filter((file) => file.endsWith('.mjs')).map((file) => readFile(resolve(serviceDir, file), 'utf8')),
  );
  const needed = (await readdir(join(outDir, 'chunks')))
    .filter((name) => code.some((text) => text.includes(name.replace(/\.map$/, ''))))
    .map((name) => relative(serviceDir, join(outDir, 'chunks', name)));

  expect(shared.length).toBeGreaterThan(0);
  expect(new Set(files.filter((file) => file.includes('chunks')))).toEqual(new Set(needed));
});

it('keeps what a handler has for itself small: the rest is loaded once in a process', async () => {
  for (const handler of TIMED) {
    const [entry = '', ...others] = filesOf(handler).filter((file) => file.endsWith('.mjs'));
    const rest = await Promise.all(others.map(sizeOf));
    expect(await sizeOf(entry)).toBeLessThan(rest.reduce((sum, size) => sum + size, 0) / 10);
  }
});

it('puts the script of a process or thread next to the chunk that starts it, and lists it', async () => {
  const named = DRAWING.flatMap(filesOf).filter((file) => file.endsWith('.mjs'));
  const starting = await Promise.all(
    [...new Set(named)].map(async (file) => {
      const code = await readFile(resolve(serviceDir, file), 'utf8');
      const scripts = code.matchAll(/new URL\("\.\/([\w-]+-worker\.mjs)", import\.meta\.url\)/g);
      return [...scripts].map(([, script = '']) => join(dirname(file), script));
    }),
  );
  expect(starting.flat().length).toBeGreaterThan(0);
  expect(named).toEqual(expect.arrayContaining(starting.flat()));
});

it('bundles a handler whole if it is not to share chunks', async () => {
  const { [ALONE]: alone } = await bundleHandlers({ serviceDir, handlers: [ALONE], outDir: join(outDir, 'alone') });
  expect(alone?.files.filter((file) => file.endsWith('.mjs'))).toHaveLength(1);
});
