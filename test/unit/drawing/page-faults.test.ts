import type { MeasuredNode, Node } from '@takumi-rs/core';
import { expect, it } from 'vitest';
import { faultsOfArrangedSlide } from '#engine/video/drawing/paint/page-faults.ts';

const SIZE = { width: 1000, height: 500 };
const textNode = (fontSize: number): Node => ({ type: 'container', style: { fontSize }, children: [] });
/** A line of letters at a place, in a box without own place. */
const line = (x: number, y: number, width: number, height: number, text = 'letters'): MeasuredNode => ({
  ...{ width, height, transform: [1, 0, 0, 1, x, y], children: [] },
  runs: [{ text, x: 0, y: 0, width, height }],
});
const faultsOf = (nodes: Node[], measured: MeasuredNode[], content = new Set(nodes)) =>
  faultsOfArrangedSlide({ nodes, content, images: [] }, measured, SIZE);

it('finds text over text, and not lines that are close', () => {
  const two = [textNode(40), textNode(40)];
  expect(faultsOf(two, [line(100, 100, 300, 50), line(200, 110, 300, 50)]).hasOverlap).toBe(false);
  expect(faultsOf(two, [line(100, 100, 300, 50), line(200, 104, 300, 50)]).hasOverlap).toBe(true);
  expect(faultsOf(two, [line(100, 100, 90, 50), line(200, 104, 300, 50)]).hasOverlap).toBe(false);
});

it('takes blanks at the end of a line as free, at the left of it in right-to-left text', () => {
  const two = [textNode(40), textNode(40)];
  const before = line(0, 100, 140, 50);
  expect(faultsOf(two, [before, line(100, 100, 100, 50, 'ab   ')]).hasOverlap).toBe(true);
  expect(faultsOf(two, [before, line(100, 100, 100, 50, 'نص   ')]).hasOverlap).toBe(false);
  const withFigure: MeasuredNode = {
    ...line(100, 100, 100, 50),
    runs: [
      { text: '24   ', x: 0, y: 0, width: 100, height: 50 },
      { text: 'بنسبة', x: 100, y: 0, width: 100, height: 50 },
    ],
  };
  expect(faultsOf(two, [before, withFigure]).hasOverlap).toBe(false);
});

it('tells the size of text below 2.6 % of the height', () => {
  expect(faultsOf([textNode(13)], [line(100, 100, 300, 50)]).smallText).toBeUndefined();
  expect(faultsOf([textNode(12)], [line(100, 100, 300, 50)]).smallText).toBeCloseTo(0.024);
  expect(faultsOf([textNode(12)], [line(100, 100, 300, 50, ' ')]).smallText).toBeUndefined();
});

it('measures how much of the text area content covers, without the footer and bands', () => {
  const nodes: Node[] = [textNode(200), textNode(20), { type: 'container', style: { backgroundColor: '#000000' } }];
  const band: MeasuredNode = { ...line(0, 0, 1000, 500), runs: [] };
  const measured = [line(50, 50, 450, 194), line(50, 460, 900, 30), band];
  expect(
    faultsOf(nodes, measured, new Set([nodes[0], nodes[2]].filter((each) => each !== undefined))).coverage,
  ).toBeCloseTo(0.25, 1);
  const panel: MeasuredNode = { ...line(50, 50, 900, 388), runs: [] };
  expect(faultsOf(nodes, [line(50, 50, 450, 194), line(50, 460, 900, 30), panel]).coverage).toBeCloseTo(1, 1);
});

it('finds text behind what is in front of a slide, in its round outline', () => {
  const node = textNode(40);
  const behind = (measured: MeasuredNode, radius: number) =>
    faultsOfArrangedSlide(
      {
        ...{ nodes: [node], content: new Set([node]), images: [] },
        front: { box: { x: 700, y: 200, width: 200, height: 200 }, radius },
      },
      [measured],
      SIZE,
    ).isCovered ?? false;
  expect(behind(line(100, 280, 650, 50), 100)).toBe(true);
  expect(behind(line(100, 280, 550, 50), 100)).toBe(false);
  // The corner of a box covers what that of a circle leaves.
  expect([behind(line(100, 195, 620, 50), 0), behind(line(100, 195, 620, 50), 100)]).toEqual([true, false]);
});
