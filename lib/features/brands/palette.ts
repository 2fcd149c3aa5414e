import { converter, formatHex, modeLrgb, modeOklab, modeRgb, type Oklab, useMode } from 'culori/fn';

useMode(modeRgb);
useMode(modeLrgb);
useMode(modeOklab);
const toOklab = converter('oklab');

/** A colour of a picture, and its share of the visible pixels. */
export interface PaletteColor {
  /** `#rrggbb`. */
  color: string;
  /** 0–1. */
  share: number;
}

/** Pixels of a picture in RGBA, 8 bits a channel. */
export interface RgbaPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

type Lab = readonly [l: number, a: number, b: number];

/** The minimum alpha (0–255) of a pixel that counts as visible. */
const MIN_VISIBLE_ALPHA = 128;
/** The maximum number of colours that are searched. Anti-aliased edges take one or two of them. */
const MAX_CLUSTERS = 8;
/** Rounds of k-means. */
const CLUSTERING_ROUNDS = 12;
/** Distance in OKLab below which two clusters are one colour. */
const SAME_COLOR_DISTANCE = 0.05;
/** Share below which a cluster is noise of edges or of compression. */
const MIN_CLUSTER_SHARE = 0.01;
/** Bits of a channel by which pixels are distinguished while they are counted. */
const COUNTED_BITS = 5;

/** The mean colour of nearly equal pixels, and their number. */
interface Sample {
  lab: Lab;
  weight: number;
}

const squaredDistance = ([l, a, b]: Lab, [l2, a2, b2]: Lab): number => (l - l2) ** 2 + (a - a2) ** 2 + (b - b2) ** 2;

/** Counts the visible pixels by nearly equal colours; each has the mean colour of its pixels. */
function samplesOf({ data }: RgbaPicture): Sample[] {
  const sums = new Map<number, [red: number, green: number, blue: number, count: number]>();
  const shift = 8 - COUNTED_BITS;
  for (let offset = 0; offset + 3 < data.length; offset += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(offset, offset + 4);
    if (alpha < MIN_VISIBLE_ALPHA) continue;
    const key = ((red >> shift) << (2 * COUNTED_BITS)) | ((green >> shift) << COUNTED_BITS) | (blue >> shift);
    const sum = sums.get(key) ?? [0, 0, 0, 0];
    sums.set(key, [sum[0] + red, sum[1] + green, sum[2] + blue, sum[3] + 1]);
  }
  return [...sums.values()].map(([red, green, blue, count]) => {
    const { l, a, b } = toOklab({ mode: 'rgb', r: red / count / 255, g: green / count / 255, b: blue / count / 255 });
    return { lab: [l, a, b], weight: count };
  });
}

/** Centres to start from: the most frequent colour, then always the colour that is farthest from all centres, weighted by its pixels. */
function firstCentres(samples: readonly Sample[]): Lab[] {
  const mostFrequentSample = samples.reduce<Sample | undefined>(
    (mostFrequent, sample) => (mostFrequent && mostFrequent.weight >= sample.weight ? mostFrequent : sample),
    undefined,
  );
  const centres: Lab[] = mostFrequentSample ? [mostFrequentSample.lab] : [];
  while (centres.length > 0 && centres.length < MAX_CLUSTERS) {
    let [best, farthest]: [Sample | undefined, number] = [undefined, 0];
    for (const sample of samples) {
      const distance =
        Math.min(...centres.map((centre) => squaredDistance(centre, sample.lab))) * Math.sqrt(sample.weight);
      if (distance > farthest) [best, farthest] = [sample, distance];
    }
    if (!best) break;
    centres.push(best.lab);
  }
  return centres;
}

/** A colour of the palette, and the number of its pixels. */
interface Cluster {
  centre: Lab;
  weight: number;
}

const indexOfNearest = (centres: readonly Lab[], lab: Lab): number => {
  let [nearest, leastDistance] = [0, Number.POSITIVE_INFINITY];
  for (const [index, centre] of centres.entries()) {
    const distance = squaredDistance(centre, lab);
    if (distance < leastDistance) [nearest, leastDistance] = [index, distance];
  }
  return nearest;
};

/** One round of k-means: the mean and the weight of the samples that are nearest to each centre; empty clusters are dropped. */
function clustersAround(samples: readonly Sample[], centres: readonly Lab[]): Cluster[] {
  const sums = centres.map(() => ({ l: 0, a: 0, b: 0, weight: 0 }));
  for (const { lab, weight } of samples) {
    const sum = sums[indexOfNearest(centres, lab)];
    if (!sum) continue;
    sum.l += lab[0] * weight;
    sum.a += lab[1] * weight;
    sum.b += lab[2] * weight;
    sum.weight += weight;
  }
  return sums
    .filter(({ weight }) => weight > 0)
    .map(({ l, a, b, weight }) => ({ centre: [l / weight, a / weight, b / weight], weight }));
}

/** Joins clusters that look the same; the larger one of a pair keeps its colour. */
function joinSimilarClusters(clusters: readonly Cluster[]): Cluster[] {
  const joinedClusters: Cluster[] = [];
  for (const cluster of clusters.toSorted((a, b) => b.weight - a.weight)) {
    const similarCluster = joinedClusters.find(
      ({ centre }) => squaredDistance(centre, cluster.centre) < SAME_COLOR_DISTANCE ** 2,
    );
    if (similarCluster) similarCluster.weight += cluster.weight;
    else joinedClusters.push({ ...cluster });
  }
  return joinedClusters.toSorted((a, b) => b.weight - a.weight);
}

const hexOf = ([l, a, b]: Lab): string => formatHex({ mode: 'oklab', l, a, b } satisfies Oklab);

/**
 * The colours of a picture by k-means in OKLab, the most frequent first: at most 8, each with at least a hundredth of the visible pixels.
 * The same pixels give the same colours. Empty for a picture without visible pixels.
 */
export function paletteOfPicture(pixels: RgbaPicture): PaletteColor[] {
  const samples = samplesOf(pixels);
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  let centres = firstCentres(samples);
  let clusters: Cluster[] = [];
  for (let round = 0; round < CLUSTERING_ROUNDS && centres.length > 0; round++) {
    clusters = clustersAround(samples, centres);
    centres = clusters.map(({ centre }) => centre);
  }
  return joinSimilarClusters(clusters)
    .map(({ centre, weight }) => ({ color: hexOf(centre), share: weight / total }))
    .filter(({ share }) => share >= MIN_CLUSTER_SHARE);
}

/** The minimum share of the border's pixels that are opaque, and that have one colour. */
const MIN_EDGE_SHARE = 0.9;

/** The indices of the pixels at the border of a picture. */
function* borderPixelIndices({ width, height }: RgbaPicture): Generator<number> {
  for (let x = 0; x < width; x++) {
    yield x;
    yield (height - 1) * width + x;
  }
  for (let y = 1; y < height - 1; y++) {
    yield y * width;
    yield y * width + width - 1;
  }
}

/** The colour of the border of a picture, `#rrggbb`; undefined if it is transparent there, or has several colours. */
export function findPictureBorderColor(pixels: RgbaPicture): string | undefined {
  const border = [...borderPixelIndices(pixels)].flatMap((index) => [
    ...pixels.data.subarray(4 * index, 4 * index + 4),
  ]);
  const opaquePixels = border.filter((value, index) => index % 4 === 3 && value >= MIN_VISIBLE_ALPHA).length;
  if (opaquePixels * 4 < MIN_EDGE_SHARE * border.length) return undefined;
  const [mainColor] = paletteOfPicture({ data: Uint8Array.from(border), width: border.length / 4, height: 1 });
  return mainColor && mainColor.share >= MIN_EDGE_SHARE ? mainColor.color : undefined;
}
