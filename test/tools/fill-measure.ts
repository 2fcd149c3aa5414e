/**
 * `node test/tools/fill-measure.ts [folder]`: measures how much of their pages slides fill, from drawn pictures, in every template and format:
 * 60 slides of test/fixtures/fill-corpus.json, and the decks of test/decks/decks.json that lie in the folder, at `<repository>/<path>`.
 * Prints shares of slides of which less than 20, 35 and 45 % is covered, of pages (lists, code, tables, charts, images) and of compositions (titles, sections, quotations, numbers, statements, last pages).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { chooseLayout } from '#engine/video/drawing/layout/choose-layout.ts';
import { ASPECT_RATIO_NAMES, type AspectRatioName, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { doesLayoutLookEmptyIfSparse } from '#features/renders/check/slide-page-warnings.ts';
import { drawableSlideOfSnapshot } from '#features/renders/frozen-slide.ts';
import { snapshotOfTimeline } from '#features/renders/timeline-snapshot.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { timelineOfDeck } from '#test/support/decks/timeline-of-deck.ts';
import { coverageOf } from '#test/support/drawing/content-ink.ts';
import { fillCorpus } from '#test/support/drawing/fill-corpus.ts';
import { withoutBytes } from '#test/support/drawing/without-bytes.ts';

const RESOLUTION = '480p';
const BOUNDS = [0.2, 0.35, 0.45];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Listed {
  repository: string;
  path: string;
}

/** The slides of the listed decks that lie in a folder; pictures of whole pages are left out. */
async function deckSlides(folder: string): Promise<DrawableSlide[]> {
  const listed: Listed[] = JSON.parse(readFileSync(join(import.meta.dirname, '../decks/decks.json'), 'utf8'));
  const slides: DrawableSlide[] = [];
  for (const { repository, path } of listed) {
    const file = join(folder, repository, path);
    if (path.endsWith('.pdf') || !existsSync(file)) continue;
    const { timeline, slides: own } = await timelineOfDeck(path, readFileSync(file));
    const snapshot = snapshotOfTimeline(timeline, own, {});
    for (const position of own.keys())
      slides.push({ ...withoutBytes(drawableSlideOfSnapshot(snapshot, position)), image: undefined });
  }
  return slides;
}

async function measure(name: string, slides: readonly DrawableSlide[], format: AspectRatioName): Promise<void> {
  const size = pictureDimensionsOfFormat(format, RESOLUTION);
  const covered = { pages: [] as number[], compositions: [] as number[] };
  const low = new Map<string, number[]>();
  for (const template of BUILT_IN_TEMPLATES)
    for (const slide of slides) {
      const layout = chooseLayout(slide, size);
      if (layout === 'empty' || layout === 'page') continue;
      const part = await coverageOf(slide, size, template);
      covered[doesLayoutLookEmptyIfSparse(layout) ? 'pages' : 'compositions'].push(part);
      const key = `${layout}: ${slide.title || slide.bullet_points[0]}`;
      if (doesLayoutLookEmptyIfSparse(layout)) low.set(key, [...(low.get(key) ?? []), part]);
    }
  for (const [kind, parts] of Object.entries(covered)) {
    if (parts.length === 0) continue;
    const below = BOUNDS.map((bound) => {
      const share = parts.filter((part) => part < bound).length / parts.length;
      return `< ${bound * 100} %: ${(100 * share).toFixed(1)} %`;
    });
    const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length;
    const [least = 0] = [...parts].sort((a, b) => a - b);
    say(
      `${name} ${format} ${kind}: ${parts.length}, mean ${mean.toFixed(2)}, least ${least.toFixed(2)}, ${below.join(', ')}`,
    );
  }
  if (process.argv.includes('--names'))
    for (const [key, parts] of low)
      if (Math.min(...parts) < 0.45)
        say(
          `  ${Math.min(...parts).toFixed(2)} ${(parts.reduce((a, b) => a + b, 0) / parts.length).toFixed(2)} ${key}`,
        );
}

const folder = process.argv[2];
const sets: [string, DrawableSlide[]][] = [['corpus', fillCorpus()]];
if (folder !== undefined && !folder.startsWith('--')) sets.push(['decks', await deckSlides(folder)]);
for (const [name, slides] of sets) for (const format of ASPECT_RATIO_NAMES) await measure(name, slides, format);
