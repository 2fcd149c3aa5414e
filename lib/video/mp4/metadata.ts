import { utf8Within } from '../captions/cues.ts';
import type { PlacedChapter } from '../chapters.ts';
import { ascii, box, fullBox, u8, u32, u64, zeros } from './build-boxes.ts';

export interface Metadata {
  title?: string | undefined;
  chapters: readonly PlacedChapter[];
  fps: number;
}

/** `udta`: the title, and the chapters in the form of Nero's, which players read that know no chapter tracks. */
export function userData({ title, chapters, fps }: Metadata): Buffer {
  return box('udta', ...neroChapters(chapters, fps), ...(title === undefined ? [] : [titleBox(title)]));
}

const MAX_CHAPTERS = 255;
const MAX_TITLE = 255;
const TICKS_A_SECOND = 10_000_000;

/** The format counts in one byte: of more chapters, a list that stops in the middle would be worse than none. */
function neroChapters(chapters: readonly PlacedChapter[], fps: number): Buffer[] {
  const VERSION_1 = 0x01000000;
  if (chapters.length === 0 || chapters.length > MAX_CHAPTERS) return [];
  const entries = chapters.flatMap(({ title, startFrame }) => {
    const text = utf8Within(title, MAX_TITLE);
    return [u64(Math.round((startFrame * TICKS_A_SECOND) / fps)), u8(text.length), text];
  });
  return [fullBox('chpl', VERSION_1, u32(0), u8(chapters.length), ...entries)];
}

/** The metadata list of iTunes, which is what players show. */
function titleBox(title: string): Buffer {
  const UTF8 = 1;
  const handler = fullBox('hdlr', 0, u32(0), ascii('mdirappl'), zeros(9));
  return fullBox('meta', 0, handler, box('ilst', box('\u00a9nam', box('data', u32(UTF8, 0), Buffer.from(title)))));
}
