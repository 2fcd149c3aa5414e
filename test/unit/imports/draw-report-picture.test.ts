import { expect, it } from 'vitest';
import type { DeckProcessPicture } from '#app/sandbox/deck-process-result.ts';
import { drawReportPicture } from '#app/sandbox/draw-report-picture.ts';
import type { DrawnSlide } from '#engine/deck-drawing/open-deck-for-drawing.ts';

/** Draws a slide with a number of letters for the report. @returns the pictures that are left */
async function before(letters: number): Promise<DeckProcessPicture[]> {
  const pictures: DeckProcessPicture[] = [];
  const draw = async () => ({ png: Buffer.from('a picture') }) as unknown as DrawnSlide;
  const folder = {
    read: async () => Buffer.alloc(0),
    write: async () => undefined,
    startStep: () => undefined,
    cpuSeconds: () => 0,
  };
  const slide = { page: 3, part: 'p', extent: { letters, cells: 0, points: 0, series: 0 } };
  await drawReportPicture({ draw }, slide, folder, pictures);
  return pictures;
}

it('a slide is drawn for the report, unless it has more than can be drawn', async () => {
  expect(await before(2000)).toEqual([{ path: 'before-3', kind: 'before' }]);
  expect(await before(100_000)).toEqual([]);
});
