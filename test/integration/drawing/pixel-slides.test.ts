import type { Node } from '@takumi-rs/core';
import { describe, expect, it } from 'vitest';
import { boxNode } from '#engine/video/drawing/layout/boxes.ts';
import { isWhole } from '#test/support/depth.ts';
import { pixelFaults } from '#test/support/drawing/pixel-faults.ts';
import { type SeededSlide, seededSlide } from '#test/support/drawing/seeded-slides.ts';
import { isTextBlock, mapBlocks, styled } from '#test/support/drawing/text-blocks.ts';

const LIST: SeededSlide = {
  ...{ seed: 0, format: 'landscape', template: 'plain' },
  slide: {
    ...{ title: 'Keepers of the light', language: 'en', layout: 'bullets', is_first: false, slide_number: 3 },
    bullet_points: ['Oil for a winter', 'Glass for two windows', 'Wages in turns'],
  },
};
const kindsOf = async (change?: (root: Node) => Node) =>
  (await pixelFaults(LIST, change)).map(({ kind }) => kind).sort();
/** The tree with its second block of text changed. */
const withSecond = (change: (block: Node) => Node) => (root: Node) =>
  mapBlocks(root, (block, index) => (index === 1 ? change(block) : block));
const withText = (node: Node, from: string, to: string): Node => {
  if (node.type === 'text') return { ...node, text: node.text.replace(from, to) };
  return 'children' in node ? { ...node, children: node.children?.map((child) => withText(child, from, to)) } : node;
};
const inBox = (box: Parameters<typeof boxNode>[0], style: Record<string, string | number>) => (root: Node) =>
  boxNode({ x: 0, y: 0, width: 854, height: 480 }, {}, [boxNode(box, style, [root])]);

describe('text in pictures', () => {
  it('is apart, on its page, and whole, on slides of seeds', async () => {
    const faulty: string[] = [];
    for (let seed = 1; seed <= (isWhole ? 400 : 4); seed++) {
      const faults = await pixelFaults(seededSlide(seed));
      faulty.push(...faults.map(({ kind, texts }) => `${seed} ${kind} ${texts.join(' / ')}`));
    }
    expect(faulty).toEqual([]);
  });
});

describe('the search for faults in pictures', () => {
  it('finds none where there is none', async () => {
    expect(await kindsOf()).toEqual([]);
  });

  it('finds a block that was moved over another', async () => {
    const up = withSecond((block) => styled(block, { transform: 'translate(0px, 70px)' }));
    expect(await kindsOf(up)).toContain('overlap');
    const between = withSecond((block) => styled(block, { transform: 'translate(9px, 60px)' }));
    expect(await kindsOf(between)).toContain('interleaved');
  });

  it('finds text at the edge of the page, beyond it, and cut off by a box', async () => {
    const beyond = withSecond((block) => styled(block, { transform: 'translate(-110px, 0px)' }));
    expect(await kindsOf(beyond)).toEqual(['hidden', 'page_edge']);
    const cut = inBox({ x: 0, y: 0, width: 160, height: 480 }, { overflow: 'hidden' });
    expect(await kindsOf(cut)).toEqual(['hidden', 'word_without_ink']);
  });

  it('finds a word that is covered, and one that is not there', async () => {
    const cover = (root: Node): Node =>
      boxNode({ x: 0, y: 0, width: 854, height: 480 }, {}, [
        root,
        boxNode({ x: 90, y: 130, width: 60, height: 60 }, { backgroundColor: '#ffffff' }),
      ]);
    expect(await kindsOf(cover)).toEqual(['hidden']);
    expect(await kindsOf((root) => withText(root, 'winter', ''))).toEqual(['word_lost']);
    expect(
      await kindsOf(withSecond((block) => (isTextBlock(block) ? styled(block, { opacity: 0 }) : block))),
    ).not.toEqual([]);
  });
});
