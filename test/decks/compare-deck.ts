import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { CompletedImport } from '#cli/import-deck-and-wait.ts';
import { type Plane, ssim } from '#test/bench/ssim.ts';

const run = promisify(execFile);
const OTHER_READERS = join(import.meta.dirname, 'other-readers.py');
const MAX_BUFFER = 64 * 2 ** 20;
/** Pixels across of the pictures that are compared. */
const WIDTH = 480;

/** A page as another reader found it. */
interface OtherPage {
  isHidden: boolean;
  /** null: it has no placeholder for a title. */
  title: string | null;
  notes: string;
  pictures: number;
}

/** The part of an imported slide that is compared. */
export interface ImportedSlide {
  id: string;
  title: string;
  speaker_notes: string;
  image: { url: string; is_whole_slide: boolean } | null;
}

/** On how many pages both readers found the same. */
export interface Agreement {
  pages: number;
  /** Pages with the same title, among `titled` pages. */
  titles: number;
  titled: number;
  notes: number;
  pictures: number;
  /** What differs, a line each. */
  differences: string[];
}

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
/** Readers of a PDF find lines in another order, and part words at other places. */
const letters = (text: string): string => [...text.normalize('NFKC').replace(/[\s\p{C}-]/gu, '')].sort().join('');

/** Compares an imported deck with what another reader finds in its file: python-pptx, or pdftotext. */
export async function compareDeck(
  file: string,
  python: string,
  { report }: CompletedImport,
  slides: readonly ImportedSlide[],
): Promise<Agreement> {
  const { stdout } = await run(python, [OTHER_READERS, file], { maxBuffer: MAX_BUFFER });
  const pages: OtherPage[] = JSON.parse(stdout);
  const isPdf = file.toLowerCase().endsWith('.pdf');
  const agreed: Agreement = { pages: 0, titles: 0, titled: 0, notes: 0, pictures: 0, differences: [] };
  for (const [at, page] of pages.entries()) {
    const lines = report.slides.filter(({ source }) => source === at + 1);
    const made = slides.filter(({ id }) => lines.some(({ slide_id }) => slide_id === id));
    if (page.isHidden && made.length === 0) continue;
    const differ = (what: string, ours: unknown, theirs: unknown): void =>
      void agreed.differences.push(`page ${at + 1}: ${what} ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}`);
    agreed.pages += 1;
    const same = isPdf ? letters : plain;
    if (plain(page.title ?? '') !== '') {
      agreed.titled += 1;
      if (plain(made[0]?.title ?? '') === plain(page.title ?? '')) agreed.titles += 1;
      else differ('title', made[0]?.title, page.title);
    }
    const notes = made.map(({ speaker_notes }) => speaker_notes).join('\n');
    if (same(notes) === same(page.notes)) agreed.notes += 1;
    else differ('notes', notes.slice(0, 80), page.notes.slice(0, 80));
    if (lines[0]?.pictures === page.pictures) agreed.pictures += 1;
    else differ('pictures', lines[0]?.pictures, page.pictures);
  }
  return agreed;
}

async function lumaOf(picture: Buffer, height?: number): Promise<Plane> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .resize(height === undefined ? { width: WIDTH } : { width: WIDTH, height, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, samples: data };
}

/**
 * How like the pictures of imported slides are to the pages of a PDF, as poppler's pdftoppm draws them: SSIM of the luma, 480 pixels
 * across.
 * @returns one figure for each slide that is a picture of itself
 */
export async function likenessToPdf(
  pdf: string,
  { report }: CompletedImport,
  slides: readonly ImportedSlide[],
): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-'));
  try {
    const figures: number[] = [];
    const whole = slides.filter(({ image }) => image?.is_whole_slide);
    for (const [at, { id, image }] of whole.entries()) {
      const source = report.slides.find(({ slide_id }) => slide_id === id)?.source ?? at + 1;
      // A PDF has a page for each slide, or for each that is not hidden.
      const page = report.slides_skipped === 0 ? source : at + 1;
      await run('pdftoppm', [
        ...['-f', String(page), '-l', String(page), '-singlefile', '-png', '-scale-to-x', '1920', '-scale-to-y', '-1'],
        ...[pdf, join(folder, 'page')],
      ]);
      const response = await fetch(image?.url ?? '');
      const ours = await lumaOf(Buffer.from(await response.arrayBuffer()));
      figures.push(ssim(ours, await lumaOf(await readFile(join(folder, 'page.png')), ours.height)));
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
