import { type Node, Renderer } from '@takumi-rs/core';
import { describe, expect, it } from 'vitest';
import { createDrawingDeps, rejectCustomFileRead } from '#engine/video/drawing/paint/drawing-deps.ts';
import { mayContainEmoji, openEmojiSet, splitTextAtEmoji } from '#engine/video/drawing/text/emoji.ts';
import { fontSearchOrder } from '#engine/video/drawing/text/font-catalog.ts';
import { FontLibrary } from '#engine/video/drawing/text/font-library.ts';
import { normalizeDrawableText } from '#engine/video/drawing/text/normalize-drawable-text.ts';
import { cssFamilyList } from '#engine/video/drawing/text/paragraph-node.ts';
import type { TextRun } from '#engine/video/drawing/text/text-runs.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { CORPUS } from '#test/support/drawing/slide-corpus.ts';

const renderer = new Renderer();
const fonts = new FontLibrary(renderer, rejectCustomFileRead);
const emoji = await openEmojiSet();

/** The text of a slide as far as fonts have to draw it. */
function lettersOf(name: string): string {
  const words = CORPUS[name];
  if (!words) throw new RangeError(`no text ${name}`);
  const text = normalizeDrawableText([words.title, ...words.bullet_points].join(' '));
  if (!mayContainEmoji(text)) return text;
  return splitTextAtEmoji(text, emoji, () => true)
    .map((piece) => ('text' in piece ? piece.text : ''))
    .join('');
}

async function drawn(character: string, families: string[]): Promise<Buffer> {
  const style = { fontFamily: cssFamilyList(families), fontSize: 40, color: '#000000', backgroundColor: '#ffffff' };
  const node: Node = {
    type: 'container',
    style: { ...style, display: 'flex', width: 80, height: 80 },
    children: [{ type: 'text', text: character }],
  };
  return renderer.render(node, { width: 80, height: 80, format: 'raw', fontFamilies: families });
}

/** A code point that is assigned to nothing: what it looks like is what a missing glyph looks like. */
const UNASSIGNED = '\u{3fffd}';

const roles = [
  ['serif', 600],
  ['sans', 700],
  ['sans', 400],
] as const;

describe.each(roles)('in %s %d', (first, weight) => {
  it.each(Object.keys(CORPUS))('no glyph of the %s text is missing', async (name) => {
    const text = lettersOf(name);
    const order = fontSearchOrder(first, CORPUS[name]?.language ?? 'en', text);
    const { families, missing } = await fonts.choose(`${text}…`, order, { weight, italic: false });
    expect([...missing].map((code) => String.fromCodePoint(code))).toEqual([]);

    const hole = await drawn(UNASSIGNED, families);
    const shown = [...new Set(text)].filter((character) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(character));
    const holes: string[] = [];
    for (const character of shown) if (hole.equals(await drawn(character, families))) holes.push(character);
    expect(holes).toEqual([]);
  });
});

it('a script without a font is reported, and looks like a hole', async () => {
  const { families, missing } = await fonts.choose('abc \ua984', fontSearchOrder('sans', 'my', '\ua984'), {
    weight: 400,
    italic: false,
  });
  expect([...missing]).toEqual([0xa984]);
  expect((await drawn('\ua984', families)).equals(await drawn(UNASSIGNED, families))).toBe(true);
});

describe('shared Han characters', () => {
  const firstOf = async (language: string, text: string): Promise<string | undefined> =>
    (await fonts.choose(text, fontSearchOrder('sans', language, text), { weight: 400, italic: false })).families[0];

  it.each([
    ['ja', '直骨', 'noto-sans-jp japanese'],
    ['zh-CN', '直骨', 'noto-sans-sc chinese-simplified'],
    ['ko-KR', '直骨', 'noto-sans-kr'],
    ['en', '直骨', 'noto-sans-sc chinese-simplified'],
    ['en', '直骨かな', 'noto-sans-jp japanese'],
  ])('take the shapes of %s for %s', async (language, text, expected) => {
    expect(await firstOf(language, text)).toContain(expected);
  });
});

describe('a character that no font has', () => {
  const { typesetter } = createDrawingDeps();
  const style = BUILT_IN_TEMPLATES[0]?.type.body;
  const shown = async (text: string): Promise<TextRun[]> => {
    if (!style) throw new RangeError('no template');
    return (await typesetter.typesetParagraph(text, style, { language: 'en', text, direction: 'ltr' })).runs;
  };

  it('is spelled out where there is a plainer spelling', async () => {
    expect(await shown('⅓ cup')).toEqual([{ text: '1⁄3 cup' }]);
  });

  it('is shown as a box where there is none', async () => {
    expect(await shown('\ua984!')).toEqual([{ text: '□!' }]);
  });
});
