import type { Extent, Written } from './measure-slide.ts';

/** How far one extent reaches into the other, in pixels in the narrower direction; below 0: they are apart. */
const overlap = (a: Extent, b: Extent): number =>
  Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  );

type Corners = Written['corners'];

/** Whether a straight line parallel to a side of `a` runs between two turned boxes, at least `gap` pixels wide. */
function isParted(a: Corners, b: Corners): boolean {
  return a.some(([x, y], i) => {
    const [nextX, nextY] = a[(i + 1) % a.length] ?? [x, y];
    const length = Math.hypot(nextX - x, nextY - y) || 1;
    const along = (corners: Corners): number[] =>
      corners.map(([px, py]) => ((px - x) * (nextY - y) - (py - y) * (nextX - x)) / length);
    const [one, other] = [along(a), along(b)];
    return Math.max(...one) <= Math.min(...other) + 1 || Math.max(...other) <= Math.min(...one) + 1;
  });
}

/** Whether the room of one text reaches more than a pixel into that of another, turned ones included. */
export function collide(a: Written, b: Written): boolean {
  if (!a.isTurned && !b.isTurned) return overlap(a.box, b.box) > 1;
  return !isParted(a.corners, b.corners) && !isParted(b.corners, a.corners);
}
