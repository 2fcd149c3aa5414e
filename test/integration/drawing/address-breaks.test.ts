import type { MeasuredNode } from '@takumi-rs/core';
import { expect, it } from 'vitest';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import { paragraphNode } from '#engine/video/drawing/text/paragraph-node.ts';
import type { TextRun } from '#engine/video/drawing/text/text-runs.ts';
import { requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

const { typesetter, measureIn } = createDrawingDeps();
const { body } = requireBuiltInTemplate('plain').type;
const look = { size: 40, width: 420, side: 'left', color: '#000000', balanced: false } as const;

/** The lines of a text, as the layout engine sets them. */
async function linesOf(text: string, width: number): Promise<string[]> {
  const paragraph = await typesetter.typesetParagraph(text, body, { language: 'en', text, direction: 'ltr' });
  const [measured] = await measureIn(paragraph.families)([paragraphNode(paragraph, { ...look, width })], width);
  const lines = new Map<number, string>();
  const add = ({ runs, children }: MeasuredNode): void => {
    for (const { y, text: part } of runs) lines.set(Math.round(y), `${lines.get(Math.round(y)) ?? ''}${part}`);
    children.forEach(add);
  };
  if (measured) add(measured);
  return [...lines].sort(([a], [b]) => a - b).map(([, line]) => line.replaceAll('\u200b', ''));
}

it.each([440, 460, 500, 560, 640])('addresses end their lines after signs, in a column of %d pixels', async (width) => {
  const text = 'https://intranet.example.com/hr/onboarding_guide?lang=en&part=2';
  const lines = await linesOf(text, width);
  expect(lines.join('')).toBe(text);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/[/.\-_?&=]$/);
});

it('a short last word is not alone on its line, also where it is marked', async () => {
  const context = { language: 'en', text: 'a', direction: 'ltr', markup: 'inline' } as const;
  const paragraph = await typesetter.typesetParagraph('We wash our hands after every **cup**', body, context);
  expect(JSON.stringify(paragraphNode(paragraph, { ...look, width: 700 }))).toContain('every\u00a0');
  const ends: TextRun[] = [{ text: 'We wash our hands and' }, { emoji: '1f680' }, { text: ' cup' }];
  expect(JSON.stringify(paragraphNode({ ...paragraph, runs: ends }, { ...look, width: 700 }))).not.toContain('\u00a0');
});
