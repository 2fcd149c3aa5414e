import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measureFolderBytes } from '#emulators/host/measure-folder-bytes.ts';
import type { S3EvictionRules } from '#emulators/s3/evict.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { findFullDiskRefusal } from '#stack/gateway/full-disk.ts';
import { limitDiskUse } from '#stack/upkeep/limit-disk-use.ts';

const { signal } = new AbortController();
const NOW = new Date('2026-11-27T12:00:00Z');
const GB = 1e9;

/** A disk whose folder has `used` bytes, of which `cached` can go. */
function startDisk({ used, cached, free = 500 * GB }: { used: number; cached: number; free?: number }) {
  const state = { used, cached, free };
  const evictions: S3EvictionRules[] = [];
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const room = { isFull: false };
  const run = (maxBytes: number | undefined) =>
    limitDiskUse(
      {
        ...{ maxBytes, room, clock: () => NOW },
        measure: async () => state.used,
        disk: async () => ({ free: state.free, total: 1000 * GB }),
        async evict(eviction) {
          evictions.push(eviction);
          const bytes = Math.min(state.cached, eviction.bytes);
          state.used -= bytes;
          state.free += bytes;
          state.cached -= bytes;
          return { objects: bytes > 0 ? 1 : 0, bytes };
        },
        log: { debug: write, info: write, warn: write, error: write },
      },
      signal,
    );
  return { state, evictions, lines, room, run };
}

describe('the bound of a data folder', () => {
  it('removes nothing below it', async () => {
    const { run, evictions, room } = startDisk({ used: 9.9 * GB, cached: 5 * GB });
    expect(await run(10 * GB)).toBeUndefined();
    expect(evictions).toEqual([]);
    expect(room.isFull).toBe(false);
  });

  it('removes above it the caches that are older than an hour, until a tenth is free', async () => {
    const { run, evictions, room, state, lines } = startDisk({ used: 11 * GB, cached: 5 * GB });
    expect(await run(10 * GB)).toBe('1 files that can be made again were removed (2.00 GB)');
    expect(state.used).toBe(9 * GB);
    expect(evictions.map(({ before }) => before)).toEqual([NOW.getTime() - 3600_000]);
    expect({ lines, room }).toEqual({ lines: [], room: { isFull: false } });
  });

  it('says once that it is not enough, and once that it has room again', async () => {
    const { run, room, state, lines } = startDisk({ used: 11 * GB, cached: 0.5 * GB });
    await run(10 * GB);
    await run(10 * GB);
    expect(room.isFull).toBe(true);
    expect(lines).toEqual([expect.stringMatching(/^no room: DATA_DIR has 10.50 GB, and DATA_MAX_GB allows 10.00 GB/)]);

    state.used = 9 * GB;
    await run(10 * GB);
    expect(room.isFull).toBe(false);
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^there is room again/)]);
  });

  it('is also that of the disk, of which a part stays free', async () => {
    const { run, room, state, lines } = startDisk({ used: GB, cached: 0.1 * GB, free: 0.01 * GB });
    await run(undefined);
    expect(room.isFull).toBe(true);
    expect(lines).toEqual([expect.stringMatching(/^no room: the disk has 0.11 GB left/)]);
    state.cached = GB;
    await run(undefined);
    expect(room.isFull).toBe(false);
  });
});

describe('files that may go', () => {
  it('are only those that the service makes again at no cost', async () => {
    const { run, evictions } = startDisk({ used: 11 * GB, cached: GB });
    await run(10 * GB);
    const { mayGo = () => false } = evictions[0] ?? {};
    const { artifacts, encodedSpeech, slideTiles, reportTiles, slideMeasures } = storageKeys;
    const caches = [
      artifacts('acc_1', 'token', 'segment-0-clips'),
      encodedSpeech('acc_1', 'hash'),
      slideTiles('acc_1', 'tl_1'),
      reportTiles('acc_1', 'tl_1'),
      slideMeasures('acc_1', 'tl_1'),
    ];
    expect(caches.filter((key) => !mayGo(key))).toEqual([]);
    const others = Object.entries(storageKeys)
      .map(([, keyOf]) => Reflect.apply(keyOf, undefined, ['a1', 'b2', 'c3', 'd4', 'e5']) as string)
      .filter(mayGo);
    expect(others.map((key) => key.replace(/[a-e]\d/g, '*')).sort()).toEqual([
      'cache/*/*/*',
      'cache/*/measures/*.json',
      'cache/*/speech/*',
      'cache/*/tiles/*-report.json',
      'cache/*/tiles/*.json',
    ]);
  });
});

describe('without room', () => {
  const request = (method: string, url: string, type?: string) =>
    ({ method, url, headers: type === undefined ? {} : { 'content-type': type } }) as unknown as IncomingMessage;
  const JSON_TYPE = 'application/json; charset=utf-8';

  it.each([
    ['POST', '/v1/uploads', JSON_TYPE],
    ['POST', '/v1/renders', JSON_TYPE],
    ['POST', '/v1/batches?timeline_id=tl_1', 'text/csv'],
    ['POST', '/v1/timelines/import?motion=calm', 'application/pdf'],
    ['POST', '/v1/timelines/tl_1/slides/sl_1/images', JSON_TYPE],
    ['POST', '/v1/timelines/tl_1/slides/sl_1/audio', 'audio/wav'],
    ['POST', '/v1/timelines/tl_1/background-audio', JSON_TYPE],
    ['POST', '/v1/templates/tpl_1/logo', 'multipart/form-data; boundary=x'],
  ])('%s %s is refused', (method, url, type) => {
    const refusal = findFullDiskRefusal(request(method, url, type));
    expect(refusal).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/no room for more files/) });
    expect(Number(refusal?.details.headers?.['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    ['GET', '/v1/renders/rn_1'],
    ['DELETE', '/v1/renders/rn_1/files'],
    ['DELETE', '/v1/timelines/tl_1'],
    ['PUT', '/v1/timelines/tl_1', JSON_TYPE],
    ['POST', '/v1/timelines', JSON_TYPE],
    ['POST', '/v1/webhooks', JSON_TYPE],
  ])('%s %s is not', (method, url, type?: string) => {
    expect(findFullDiskRefusal(request(method, url, type))).toBeUndefined();
  });
});

it('a folder is measured as du does: blocks, and a file with two names once', async () => {
  const root = mkdtempSync(join(tmpdir(), 'measure-'));
  try {
    mkdirSync(join(root, 'a/b'), { recursive: true });
    for (let i = 0; i < 20; i++) writeFileSync(join(root, 'a/b', `file-${i}`), Buffer.alloc(i * 1000, 1));
    writeFileSync(join(root, 'large'), Buffer.alloc(1_000_000, 1));
    linkSync(join(root, 'large'), join(root, 'a/second-name'));
    const du = Number.parseInt(execFileSync('du', ['-s', '--block-size=1', root], { encoding: 'utf8' }), 10);
    expect(du).toBeGreaterThan(1_190_000);
    // du counts the folder itself, too.
    expect(Math.abs((await measureFolderBytes(root, signal)) - du)).toBeLessThanOrEqual(4096);
  } finally {
    rmSync(root, { recursive: true });
  }
});
