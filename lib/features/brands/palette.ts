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

/** Alpha above which a pixel is seen. */
const VISIBLE = 128;
/** Colours that are searched. Anti-aliased edges take one or two of them. */
const CLUSTERS = 8;
const ROUNDS = 12;
/** Distance in OKLab below which two clusters are one colour. */
const SAME = 0.05;
/** Share below which a cluster is noise of edges or of compression. */
const MIN_CLUSTER_SHARE = 0.01;
/** Bits of a channel by which pixels are distinguished while they are counted. */
const KEPT_BITS = 5;

interface Sample {
  lab: Lab;
  weight: number;
}

const squared = ([l, a, b]: Lab, [l2, a2, b2]: Lab): number => (l - l2) ** 2 + (a - a2) ** 2 + (b - b2) ** 2;

/** Counts the visible pixels by nearly equal colours; each has the mean colour of its pixels. */
function samplesOf({ data }: RgbaPicture): Sample[] {
  const sums = new Map<number, [red: number, green: number, blue: number, count: number]>();
  const shift = 8 - KEPT_BITS;
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < VISIBLE) continue;
    const key = ((red >> shift) << (2 * KEPT_BITS)) | ((green >> shift) << KEPT_BITS) | (blue >> shift);
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
  const first = samples.reduce<Sample | undefined>(
    (most, sample) => (most && most.weight >= sample.weight ? most : sample),
    undefined,
  );
  const centres: Lab[] = first ? [first.lab] : [];
  while (centres.length > 0 && centres.length < CLUSTERS) {
    let [best, farthest]: [Sample | undefined, number] = [undefined, 0];
    for (const sample of samples) {
      const distance = Math.min(...centres.map((centre) => squared(centre, sample.lab))) * Math.sqrt(sample.weight);
      if (distance > farthest) [best, farthest] = [sample, distance];
    }
    if (!best) break;
    centres.push(best.lab);
  }
  return centres;
}

interface Cluster {
  centre: Lab;
  weight: number;
}

const nearestTo = (centres: readonly Lab[], lab: Lab): number => {
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, centre] of centres.entries()) {
    const distance = squared(centre, lab);
    if (distance < least) [nearest, least] = [index, distance];
  }
  return nearest;
};

/** One round of k-means: the mean and the weight of the samples that are nearest to each centre; empty clusters are dropped. */
function clustersAround(samples: readonly Sample[], centres: readonly Lab[]): Cluster[] {
  const sums = centres.map(() => ({ l: 0, a: 0, b: 0, weight: 0 }));
  for (const { lab, weight } of samples) {
    const sum = sums[nearestTo(centres, lab)];
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
function joined(clusters: readonly Cluster[]): Cluster[] {
  const kept: Cluster[] = [];
  for (const cluster of clusters.toSorted((one, other) => other.weight - one.weight)) {
    const same = kept.find(({ centre }) => squared(centre, cluster.centre) < SAME ** 2);
    if (same) same.weight += cluster.weight;
    else kept.push({ ...cluster });
  }
  return kept.toSorted((one, other) => other.weight - one.weight);
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
  for (let round = 0; round < ROUNDS && centres.length > 0; round++) {
    clusters = clustersAround(samples, centres);
    centres = clusters.map(({ centre }) => centre);
  }
  return joined(clusters)
    .map(({ centre, weight }) => ({ color: hexOf(centre), share: weight / total }))
    .filter(({ share }) => share >= MIN_CLUSTER_SHARE);
}

/** Share of the border that must have one colour. */
const EDGE_SHARE = 0.9;

/** The indices of the pixels at the border of a picture. */
function* borderOf({ width, height }: RgbaPicture): Generator<number> {
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
export function borderColorOfPicture(pixels: RgbaPicture): string | undefined {
  const border = [...borderOf(pixels)].flatMap((index) => [...pixels.data.subarray(4 * index, 4 * index + 4)]);
  const opaque = border.filter((value, at) => at % 4 === 3 && value >= VISIBLE).length;
  if (opaque * 4 < EDGE_SHARE * border.length) return undefined;
  const [first] = paletteOfPicture({ data: Uint8Array.from(border), width: border.length / 4, height: 1 });
  return first && first.share >= EDGE_SHARE ? first.color : undefined;
}
