/** Grey values of a picture, row by row. */
export interface GreyPicture {
  width: number;
  height: number;
  /** One byte per pixel. */
  pixels: Uint8Array;
}

/** The box around something in a picture, in pixels. */
export interface PixelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The distance between two compared pixels, so that the soft edge of a small letter counts as one edge. */
const REACH = 2;
/** Least difference at the edge of a stroke, of 255; a calm place has less than `CALM_STEP`. */
const STROKE_STEP = 30;
const CALM_STEP = 12;
/** Largest gap between strokes of one line, in pixels: a space between words. */
const GAP = 12;
/** Least and largest height of a line, in pixels. */
const HEIGHT = { least: 5, most: 56 };
/** Least width of a line, in heights. */
const MIN_WIDTH_IN_HEIGHTS = 3;
/** Least mean number of strokes on a row, as a multiple of width ÷ height. */
const STROKES = 1.3;
/** Least and largest share of edges in the runs of a line. */
const EDGES = { least: 0.16, most: 0.85 };
/** Least share of the box of a line that its runs cover. */
const MIN_COVERED_SHARE = 0.3;
/** Largest share of the places just above and below a line that are not calm. */
const RESTLESS = 0.2;
/** Pixels from the line in which it must be calm. */
const RING = 3;

/** A stretch of strokes on one row. */
interface Run {
  y: number;
  from: number;
  /** Exclusive. */
  to: number;
  strokes: number;
  edges: number;
  /** Index of the run that stands for its line. */
  line: number;
}

const stepAt = ({ pixels, width }: GreyPicture, x: number, y: number): number =>
  Math.abs((pixels[y * width + x + REACH] ?? 0) - (pixels[y * width + x] ?? 0));

function runsOfRow(picture: GreyPicture, y: number, runs: Run[]): void {
  let run: Run | undefined;
  let last = Number.NEGATIVE_INFINITY;
  for (let x = 0; x + REACH < picture.width; x++) {
    if (stepAt(picture, x, y) < STROKE_STEP) continue;
    if (!run || x - last > GAP) {
      run = { y, from: x, to: x, strokes: 0, edges: 0, line: runs.length };
      runs.push(run);
    }
    if (x - last > 1) run.strokes++;
    run.edges++;
    run.to = x + 1;
    last = x;
  }
}

function lineOf(runs: readonly Run[], at: number): number {
  let line = at;
  for (let next = runs[line]?.line ?? line; next !== line; next = runs[line]?.line ?? line) line = next;
  const run = runs[at];
  if (run) run.line = line;
  return line;
}

/** Joins runs of adjacent rows that overlap. */
function joinRuns(runs: readonly Run[]): void {
  let above = 0;
  for (const [i, run] of runs.entries()) {
    while (
      above < i &&
      ((runs[above]?.y ?? 0) < run.y - 1 || ((runs[above]?.y ?? 0) === run.y - 1 && (runs[above]?.to ?? 0) <= run.from))
    )
      above++;
    for (let other = above; other < i; other++) {
      const one = runs[other];
      if (!one || one.y !== run.y - 1 || one.from >= run.to) break;
      if (one.to <= run.from) continue;
      const [a, b] = [lineOf(runs, other), lineOf(runs, i)];
      const joined = runs[Math.max(a, b)];
      if (joined) joined.line = Math.min(a, b);
    }
  }
}

/** The share of places above the first and below the last rows of a line that are not calm. */
function restlessness(picture: GreyPicture, { x, y, width, height }: PixelBox): number {
  let [restless, all] = [0, 0];
  for (let away = 1; away <= RING; away++)
    for (const row of [y - away, y + height - 1 + away]) {
      if (row < 0 || row >= picture.height) continue;
      for (let at = x; at + REACH < Math.min(picture.width, x + width); at++, all++)
        if (stepAt(picture, at, row) >= CALM_STEP) restless++;
    }
  return all === 0 ? 0 : restless / all;
}

function lineBoxOf(picture: GreyPicture, runs: readonly Run[]): PixelBox | undefined {
  let [left, right, strokes, edges, covered] = [Number.POSITIVE_INFINITY, 0, 0, 0, 0];
  for (const run of runs) {
    left = Math.min(left, run.from);
    right = Math.max(right, run.to);
    strokes += run.strokes;
    edges += run.edges;
    covered += run.to - run.from;
  }
  const top = runs[0]?.y ?? 0;
  const box = { x: left, y: top, width: right - left, height: (runs.at(-1)?.y ?? 0) - top + 1 };
  if (box.height < HEIGHT.least || box.height > HEIGHT.most || box.width < MIN_WIDTH_IN_HEIGHTS * box.height)
    return undefined;
  const share = edges / Math.max(1, covered);
  if (share < EDGES.least || share > EDGES.most || covered < MIN_COVERED_SHARE * box.width * box.height)
    return undefined;
  if (strokes < STROKES * box.width) return undefined;
  return restlessness(picture, box) <= RESTLESS ? box : undefined;
}

/**
 * Finds lines of text by their shape: many strokes side by side in a low, wide band with nothing above and below it. It reads nothing,
 * and finds lines of most scripts that are about level.
 */
export function findTextLines(picture: GreyPicture): PixelBox[] {
  const runs: Run[] = [];
  for (let y = 0; y < picture.height; y++) runsOfRow(picture, y, runs);
  joinRuns(runs);
  const lines = new Map<number, Run[]>();
  for (const [i, run] of runs.entries()) {
    const line = lineOf(runs, i);
    const known = lines.get(line);
    if (known) known.push(run);
    else lines.set(line, [run]);
  }
  return [...lines.values()].flatMap((found) => lineBoxOf(picture, found) ?? []);
}
