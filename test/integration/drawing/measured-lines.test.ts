import type { Node } from '@takumi-rs/core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import { type ParagraphLook, paragraphNode } from '#engine/video/drawing/text/paragraph-node.ts';
import type { TypesetParagraph } from '#engine/video/drawing/text/typesetting.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

const { renderer, typesetter, measureIn } = createDrawingDeps();
const { body } = requireBuiltInTemplate('plain').type;
const ROOM = 40;
const HEIGHT = 900;
const COLUMNS = [
  { size: 24, width: 333, balanced: false },
  { size: 34, width: 582, balanced: false },
  { size: 34, width: 582, balanced: true },
  { size: 30, width: 911, balanced: false },
];

/** What the layout engine drew on more lines than it had measured, while lines were to be `pretty`. */
const TEXTS = [
  "• void sadness() { // error: object of type // 'std::__1::unique_ptr<int, // std::__1::default_delete<int> >’ // cannot be assigned because its // copy assignment operator is implicitly deleted // buffer[size++] = element; Vector<std::unique_ptr<int>> v2({ std::make_unique<int>(3), std::",
  'The quick brown fox jumps over the lazy dog and then it goes home to the very comfortable international well-being of sustainability, which everybody (almost) likes: see https://example.org/a/b for more/less information, and so on to the end',
  '日本語の長い段落は、どこで改行されるかが英語とは違うので、測った行数と描いた行数がずれないことを確かめる必要がある。',
  'فقرة عربية طويلة تمتد على عدة أسطر حتى نتأكد من أن عدد الأسطر المقيسة يساوي عدد الأسطر المرسومة في كل عرض',
];

/** The number of lines that have ink, counted in pixels. */
async function drawnLines(paragraph: TypesetParagraph, look: ParagraphLook & { width: number }): Promise<number> {
  const [width, height] = [look.width + ROOM, HEIGHT];
  const style = { display: 'flex', flexDirection: 'column', width, height, backgroundColor: '#ffffff' } as const;
  const root: Node = { type: 'container', style, children: [paragraphNode(paragraph, look)] };
  const png = await renderer.render(root, { width, height, format: 'png', fontFamilies: [...paragraph.families] });
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const last = data.findLastIndex((value) => value < 128);
  return Math.floor(Math.floor(last / info.width) / (paragraph.leading * look.size)) + 1;
}

it.each(TEXTS)('draws as many lines as were measured, in columns of all widths: %s', async (text) => {
  const direction = /\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr';
  const paragraph = await typesetter.typesetParagraph(text, body, { language: 'en', text, direction });
  for (const { size, width, balanced } of COLUMNS) {
    const look = { size, width, side: direction === 'rtl' ? 'right' : 'left', color: '#000000', balanced } as const;
    const [measured] = await measureIn(paragraph.families)([paragraphNode(paragraph, look)], width);
    const lines = Math.round((measured?.height ?? 0) / (paragraph.leading * size));
    expect({ size, width, lines: await drawnLines(paragraph, look) }).toEqual({ size, width, lines });
  }
});

it('keeps a short last word from standing alone, also where a line would end before it', async () => {
  const text = 'We grew in every region of the world this year and in the next one';
  const paragraph = await typesetter.typesetParagraph(text, body, { language: 'en', text, direction: 'ltr' });
  const node = paragraphNode(paragraph, {
    size: 30,
    width: 600,
    side: 'left',
    color: '#000000',
    balanced: false,
  });
  expect(JSON.stringify(node)).toContain('next\u00a0one');
});
