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
const COMPARED_DISTANCE = 2;
/** Least difference at the edge of a stroke, of 255; a calm place has less than `CALM_STEP`. */
const STROKE_STEP = 30;
const CALM_STEP = 12;
/** Largest gap between strokes of one line, in pixels: a space between words. */
const MAX_WORD_GAP = 12;
/** Least and largest height of a line, in pixels. */
const LINE_HEIGHT = { least: 5, most: 56 };
/** Least width of a line, in heights. */
const MIN_WIDTH_IN_HEIGHTS = 3;
/** Least mean number of strokes on a row, as a multiple of width ÷ height. */
const MIN_STROKES = 1.3;
/** Least and largest share of edges in the runs of a line. */
const EDGE_SHARE = { least: 0.16, most: 0.85 };
/** Least share of the box of a line that its runs cover. */
const MIN_COVERED_SHARE = 0.3;
/** Largest share of the places just above and below a line that are not calm. */
const MAX_RESTLESS_SHARE = 0.2;
/** Pixels from the line in which it must be calm. */
const CALM_RING_PIXELS = 3;

/** A stretch of strokes on one row. */
interface Run {
  y: number;
  from: number;
  /** Exclusive. */
  to: number;
  strokes: number;
  edges: number;
  /** Index of a run of the same line; the run that represents the line has its own index. */
  line: number;
}

/** The difference of a pixel and the compared one to its right, 0–255. */
const stepAt = ({ pixels, width }: GreyPicture, x: number, y: number): number =>
  Math.abs((pixels[y * width + x + COMPARED_DISTANCE] ?? 0) - (pixels[y * width + x] ?? 0));

/** Adds the runs of a row to `runs`. */
function addRunsOfRow(picture: GreyPicture, y: number, runs: Run[]): void {
  let run: Run | undefined;
  let lastEdge = Number.NEGATIVE_INFINITY;
  for (let x = 0; x + COMPARED_DISTANCE < picture.width; x++) {
    if (stepAt(picture, x, y) < STROKE_STEP) continue;
    if (!run || x - lastEdge > MAX_WORD_GAP) {
      run = { y, from: x, to: x, strokes: 0, edges: 0, line: runs.length };
      runs.push(run);
    }
    if (x - lastEdge > 1) run.strokes++;
    run.edges++;
    run.to = x + 1;
    lastEdge = x;
  }
}

/** The index of the run that represents the line of a run; also shortens the path to it (union-find). */
function lineIndexOf(runs: readonly Run[], index: number): number {
  let line = index;
  for (let parent = runs[line]?.line ?? line; parent !== line; parent = runs[line]?.line ?? line) line = parent;
  const run = runs[index];
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
    for (let index = above; index < i; index++) {
      const runAbove = runs[index];
      if (!runAbove || runAbove.y !== run.y - 1 || runAbove.from >= run.to) break;
      if (runAbove.to <= run.from) continue;
      const [lineAbove, line] = [lineIndexOf(runs, index), lineIndexOf(runs, i)];
      const joinedRun = runs[Math.max(lineAbove, line)];
      if (joinedRun) joinedRun.line = Math.min(lineAbove, line);
    }
  }
}

/** The share of places above the first and below the last rows of a line that are not calm. */
function restlessShareAround(picture: GreyPicture, { x, y, width, height }: PixelBox): number {
  let [restlessPlaces, places] = [0, 0];
  for (let distance = 1; distance <= CALM_RING_PIXELS; distance++)
    for (const row of [y - distance, y + height - 1 + distance]) {
      if (row < 0 || row >= picture.height) continue;
      for (let column = x; column + COMPARED_DISTANCE < Math.min(picture.width, x + width); column++, places++)
        if (stepAt(picture, column, row) >= CALM_STEP) restlessPlaces++;
    }
  return places === 0 ? 0 : restlessPlaces / places;
}

/** The box of the runs of a line; undefined if their shape is not that of a line of text. */
function lineBoxOf(picture: GreyPicture, runs: readonly Run[]): PixelBox | undefined {
  let [left, right, strokes, edges, coveredPixels] = [Number.POSITIVE_INFINITY, 0, 0, 0, 0];
  for (const run of runs) {
    left = Math.min(left, run.from);
    right = Math.max(right, run.to);
    strokes += run.strokes;
    edges += run.edges;
    coveredPixels += run.to - run.from;
  }
  const top = runs[0]?.y ?? 0;
  const box = { x: left, y: top, width: right - left, height: (runs.at(-1)?.y ?? 0) - top + 1 };
  if (box.height < LINE_HEIGHT.least || box.height > LINE_HEIGHT.most || box.width < MIN_WIDTH_IN_HEIGHTS * box.height)
    return undefined;
  const edgeShare = edges / Math.max(1, coveredPixels);
  if (
    edgeShare < EDGE_SHARE.least ||
    edgeShare > EDGE_SHARE.most ||
    coveredPixels < MIN_COVERED_SHARE * box.width * box.height
  )
    return undefined;
  if (strokes < MIN_STROKES * box.width) return undefined;
  return restlessShareAround(picture, box) <= MAX_RESTLESS_SHARE ? box : undefined;
}

/**
 * Finds lines of text by their shape: many strokes side by side in a low, wide band with nothing above and below it. It reads nothing,
 * and finds lines of most scripts that are about level.
 */
export function detectTextLinesByShape(picture: GreyPicture): PixelBox[] {
  const runs: Run[] = [];
  for (let y = 0; y < picture.height; y++) addRunsOfRow(picture, y, runs);
  joinRuns(runs);
  const lines = new Map<number, Run[]>();
  for (const [i, run] of runs.entries()) {
    const line = lineIndexOf(runs, i);
    const lineRuns = lines.get(line);
    if (lineRuns) lineRuns.push(run);
    else lines.set(line, [run]);
  }
  return [...lines.values()].flatMap((runsOfLine) => lineBoxOf(picture, runsOfLine) ?? []);
}
