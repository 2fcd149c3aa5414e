import { describe, expect, it } from 'vitest';
import { boxWithEvenEdges, largestContainedBox } from '#engine/video/drawing/layout/image-placement.ts';

const slide = { width: 854, height: 480 };

describe('the place of an image', () => {
  it('has even edges within its region', () => {
    expect(boxWithEvenEdges({ x: 461, y: 7, width: 300, height: 100 }, slide)).toEqual({
      x: 462,
      y: 8,
      width: 298,
      height: 98,
    });
  });

  it('reaches the edge of a slide of odd size', () => {
    const odd = { width: 853, height: 479 };
    expect(boxWithEvenEdges({ x: 461, y: 0, width: 392, height: 479 }, odd)).toEqual({
      x: 462,
      y: 0,
      width: 391,
      height: 479,
    });
  });

  it.each([
    [
      { width: 4000, height: 1000 },
      { x: 100, y: 124, width: 200, height: 50 },
    ],
    [
      { width: 1000, height: 4000 },
      { x: 174, y: 50, width: 50, height: 200 },
    ],
    [
      { width: 900, height: 900 },
      { x: 100, y: 50, width: 200, height: 200 },
    ],
    [
      { width: 9000, height: 1 },
      { x: 100, y: 148, width: 200, height: 2 },
    ],
  ])('of the shape %o is in the middle of its room, in even pixels', (source, expected) => {
    expect(largestContainedBox(source, { x: 100, y: 50, width: 200, height: 200 })).toEqual(expected);
  });
});
