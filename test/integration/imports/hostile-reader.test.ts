import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DeckFolderFileRefusedError, readDeckProcessFile, replaceDeckProcessFile } from '#app/sandbox/deck-folder.ts';
import { createSeparateProcessDeckReader } from '#app/sandbox/isolated-deck-reader.ts';
import { DeckRefusal } from '#engine/deck-reading/deck-warning.ts';
import { decodePicture } from '#test/support/decks/decode-picture.ts';

const program = new URL('../../support/decks/hostile-reader.mjs', import.meta.url);
const JOB = { account_id: 'acc_1', look: 'auto', pdf_text: 'none', long_side: 480, max_slides: 100 } as const;

/** What an import of a deck says whose reader does this. */
const refusalOf = (acts: object): Promise<unknown> =>
  createSeparateProcessDeckReader({}, { decodePicture, program, fetchPicture: async () => Buffer.from('no picture') })(
    { ...JOB, deck: Buffer.from(JSON.stringify(acts)) },
    async ({ deck }) => deck,
    () => undefined,
    new AbortController().signal,
  ).catch((error: unknown) => error);

const slide = (image?: object) => ({
  source_page: 1,
  content: { title: 'A', bullet_points: [], speaker_notes: '', layout: 'auto', build: 'none' },
  ...(image ? { image: { fit: 'cover', alt: '', ...image } } : {}),
  ...{ look: 'redesign', pictures: 0, clicks: 0 },
});
const deck = (over: object = {}) => ({
  ...{ kind: 'pdf', title: null, language: null, sides: null, settings: {}, slides: [slide()], pages: 1, warnings: [] },
  ...over,
});
const brand = (over: object = {}) => ({ colors: { background: '#102040' }, fonts: { body: 'Calibri' }, ...over });
const logoAt = (path: string) => ({ source: { from: 'path', path }, place: 'top_left' });
const left = (result: unknown) => ({ files: { 'result.json': JSON.stringify(result) } });
const naming = (path: string) => [slide({ source: { from: 'path', path } })];

/** A folder that is removed at the end of a test. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-reader-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('a process that reads a deck and was taken over', () => {
  it('reaches nothing that is not its own', async () => {
    const own = temporaryFolder();
    const keyFile = join(own, 'key');
    writeFileSync(keyFile, 'secret', { mode: 0o600 });
    const probe = {
      home: homedir(),
      keyFile,
      outside: join(own, 'written'),
      native: createRequire(import.meta.url).resolve('sharp'),
    };
    const refused = await refusalOf({ probe });
    expect(refused).toBeInstanceOf(DeckRefusal);
    expect(JSON.parse(String((refused as DeckRefusal).message))).toEqual({ reached: [], environment: [] });
  });

  it('has no network', async () => {
    const seal = new URL('../../../lib/app/sandbox/seal-process.ts', import.meta.url);
    const script = `
      import dgram from 'node:dgram'; import dns, { lookup } from 'node:dns'; import http from 'node:http'; import net from 'node:net';
      import { removeNetworkFromProcess } from ${JSON.stringify(seal.href)};
      removeNetworkFromProcess();
      const tries = {
        connect: () => net.connect(80, '127.0.0.1'), path: () => net.connect('/tmp/x'), http: () => http.get('http://127.0.0.1/'),
        listen: () => net.createServer().listen(0), bind: () => dgram.createSocket('udp4').bind(0),
        send: () => dgram.createSocket('udp4').send('x', 53, '127.0.0.1'), lookup: () => dns.lookup('a.example', () => {}),
        named: () => lookup('a.example', () => {}), resolve: () => new dns.Resolver().resolve4('a.example', () => {}),
        promises: () => dns.promises.resolve4('a.example'), fetch: () => fetch('http://127.0.0.1/'),
      };
      const reached = [];
      for (const [name, act] of Object.entries(tries)) {
        try { await act(); reached.push(name); }
        catch (error) { if (!/no network|fetch failed/.test(error.message)) reached.push(name + ' ' + error.message); }
      }
      console.log(JSON.stringify(reached)); process.exit();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(JSON.parse(said)).toEqual([]);
  });

  it.each([
    ['a line that is not JSON', { lines: ['hello'] }],
    ['a line of another shape', { lines: ['{"page":1,"pages":2,"more":3}'] }],
    ['a number of pages beyond all bounds', { lines: ['{"page":0,"pages":1000000000}'] }],
    ['a negative page', { lines: ['{"page":-1,"pages":1}'] }],
    ['a long line', { lines: ['x'.repeat(10_000)] }],
    ['a line without an end', { endless: true }],
    ['more lines than a deck has pages', { lines: Array(50_000).fill('{"page":1,"pages":1}') }],
    ['no result', {}],
    ['a result that is not JSON', { files: { 'result.json': '{' } }],
    ['a result of another shape', left({})],
    ['a result of 33 MB', { files: { 'result.json': ' '.repeat(33 * 2 ** 20) } }],
    ['a billion pages', left({ deck: deck({ pages: 1e9 }), pictures: [] })],
    ['a page of none', left({ deck: deck({ slides: [{ ...slide(), source_page: 1e9 }] }), pictures: [] })],
    ['a text beyond all bounds', left({ deck: deck({ title: 'x'.repeat(1e6) }), pictures: [] })],
    ['a picture above the folder', left({ deck: deck({ slides: naming('../../etc/passwd') }), pictures: [] })],
    ['a picture by its whole path', left({ deck: deck(), pictures: [{ path: '/etc/passwd', kind: 'picture' }] })],
    ['a picture that is another file', left({ deck: deck(), pictures: [{ path: 'result.json', kind: 'picture' }] })],
    ['a picture that is not there', left({ deck: deck(), pictures: [{ path: 'picture-1', kind: 'picture' }] })],
    ['a slide with a picture that is not left', left({ deck: deck({ slides: naming('picture-7') }), pictures: [] })],
    [
      'a page that is not a picture',
      {
        files: { 'page-1': 'no PNG', ...left({ deck: deck(), pictures: [{ path: 'page-1', kind: 'page' }] }).files },
      },
    ],
    [
      'a picture by its bytes',
      left({ deck: deck({ slides: [slide({ source: { from: 'bytes', bytes: {} } })] }), pictures: [] }),
    ],
    [
      'a logo above the folder',
      left({ deck: deck({ brand: brand({ logo: logoAt('../../etc/passwd') }) }), pictures: [] }),
    ],
    [
      'a logo in no corner',
      left({ deck: deck({ brand: brand({ logo: { ...logoAt('logo-1'), place: 'middle' } }) }), pictures: [] }),
    ],
    [
      'a colour that is not one',
      left({ deck: deck({ brand: brand({ colors: { background: 'url(x)' } }) }), pictures: [] }),
    ],
    ['a brand without a background', left({ deck: deck({ brand: brand({ colors: {} }) }), pictures: [] })],
    [
      'a font beyond all bounds',
      left({ deck: deck({ brand: brand({ fonts: { body: 'x'.repeat(1000) } }) }), pictures: [] }),
    ],
    ['addresses again and again', left({ addresses: ['https://a.example/a'] })],
    ['too many addresses', left({ addresses: Array(20_000).fill('https://a.example/a') })],
    ['a refusal with another code', left({ refusal: { code: 'internal_error', message: 'x' } })],
  ])('that says %s ends the import, and nothing else', async (_, acts) => {
    const refused = await refusalOf(acts);
    expect(refused).toBeInstanceOf(DeckRefusal);
    expect(refused).toMatchObject({ code: 'import_invalid' });
  });

  it('may say what a good one says', async () => {
    expect(await refusalOf({ lines: ['{"page":0,"pages":0}'], ...left({ deck: deck(), pictures: [] }) })).toMatchObject(
      {
        pages: 1,
        slides: [{ content: { title: 'A' } }],
      },
    );
  });
});

describe('a brand that such a process names', () => {
  it('has no logo where that is not a picture, or was not left', async () => {
    const named = deck({ brand: brand({ logo: logoAt('logo-1') }) });
    const pictures = [{ path: 'logo-1', kind: 'picture' }];
    const none = await refusalOf(left({ deck: named, pictures: [] }));
    const broken = await refusalOf({ files: { 'logo-1': 'no PNG', ...left({ deck: named, pictures }).files } });
    for (const read of [none, broken]) expect(read).toMatchObject({ brand: brand(), warnings: [] });
    for (const read of [none, broken]) expect(read).not.toHaveProperty('brand.logo');
  });
});

describe('a file that such a process left', () => {
  it('is read only when it is its own file, within its bounds', async () => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('file'), 'bytes');
    writeFileSync(at('other'), 'bytes');
    symlinkSync('/etc/passwd', at('link'));
    linkSync(at('other'), at('second name'));
    mkdirSync(at('folder'));
    execFileSync('mkfifo', [at('pipe')]);
    expect(String(await readDeckProcessFile(folder, 'file', 5))).toBe('bytes');
    for (const name of ['link', 'second name', 'folder', 'pipe', 'missing'])
      await expect(readDeckProcessFile(folder, name, 100), name).rejects.toBeInstanceOf(DeckFolderFileRefusedError);
    await expect(readDeckProcessFile(folder, 'file', 4)).rejects.toBeInstanceOf(DeckFolderFileRefusedError);
  });

  it('is replaced where this one writes, and not followed', async () => {
    const folder = temporaryFolder();
    const outside = join(temporaryFolder(), 'file');
    writeFileSync(outside, 'kept');
    symlinkSync(outside, join(folder, 'job.json'));
    await replaceDeckProcessFile(folder, 'job.json', 'new');
    expect(String(await readDeckProcessFile(folder, 'job.json', 10))).toBe('new');
    expect(execFileSync('cat', [outside], { encoding: 'utf8' })).toBe('kept');
  });
});
