import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idrPicIdOf } from '../../../lib/video/h264/idr-pic-id.ts';
import { NAL, nalType, splitAnnexB } from '../../../lib/video/h264/nal.ts';
import { readParameterSets } from '../../../lib/video/h264/parameter-sets.ts';
import { joinSegments } from '../../../lib/video/join-segments.ts';
import { annexB, IDR, PPS, SECOND_IDR, SKIPPED_P, SPS, WITH_B_FRAMES } from './x264-units.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'join-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SEI = Buffer.of(6, 5, 1, 0, 0x80);

async function joined(...segments: readonly (readonly Uint8Array[])[]) {
  const paths = segments.map((_, i) => join(folder, `${i}.h264`));
  await Promise.all(segments.map((units, i) => writeFile(paths[i] as string, annexB(units))));
  const counted = { frames: 0, keyframes: [] as number[] };
  const parts: Buffer[] = [];
  for await (const part of joinSegments(paths, counted)) parts.push(part);
  return { units: splitAnnexB(Buffer.concat(parts)), ...counted };
}

test('frames and keyframes are counted over all segments', async () => {
  const { units, frames, keyframes } = await joined(
    [SPS, PPS, SEI, IDR, SKIPPED_P, SKIPPED_P, SPS, PPS, SECOND_IDR],
    [SPS, PPS, IDR, SKIPPED_P],
  );
  expect({ frames, keyframes }).toEqual({ frames: 6, keyframes: [0, 3, 4] });
  expect(units.map(nalType)).not.toContain(NAL.sei);
});

test('guard 5: IDR pictures that meet where segments are joined differ in idr_pic_id', async () => {
  const single = [SPS, PPS, IDR];
  const { units } = await joined(single, single, single, [SPS, PPS, IDR, SPS, PPS, SECOND_IDR, SKIPPED_P], single);
  const sets = readParameterSets(SPS, PPS);
  const ids = units.filter((unit) => nalType(unit) === NAL.idr).map((unit) => idrPicIdOf(unit, sets));
  // A P frame stands before the last one.
  expect(ids).toEqual([0, 2, 0, 2, 1, 0]);
});

test.each([
  ['guard 1: another SPS', [SPS, PPS, IDR], WITH_B_FRAMES, 'parameter_sets'],
  ['guard 1: another PPS', [SPS, PPS, IDR], [SPS, Buffer.from('68eeb2c8b0', 'hex'), IDR], 'parameter_sets'],
  ['guard 6: a unit that is no slice', [SPS, PPS, IDR], [SPS, PPS, IDR, Buffer.of(9, 0xf0)], 'sample_units'],
  ['a segment without an IDR picture in front', [SPS, PPS, IDR], [SPS, PPS, SKIPPED_P], 'sample_units'],
  ['a segment without parameter sets', [IDR, SKIPPED_P], [SPS, PPS, IDR], 'sample_units'],
])('%s stops the join', async (_, first, second, message) => {
  await expect(joined(first, second)).rejects.toThrow(message);
});
