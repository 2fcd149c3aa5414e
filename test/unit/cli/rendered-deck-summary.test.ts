import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderedDeckLines } from '#cli/rendered-deck-summary.ts';
import { codeBlocksOf } from '#test/support/docs/code-blocks.ts';
import { sampleRenderAnswer } from '#test/support/samples/render-answer.ts';

it('the lines that a render prints are those of the guide', () => {
  const { output } = sampleRenderAnswer();
  const lines = renderedDeckLines({
    render: sampleRenderAnswer({
      slides_total: 2,
      slides_reused: 0,
      output: { ...output, duration_seconds: 6, width: 854, height: 480, fps: 30 },
    }),
    bytes: 104_000,
    captions: ['out/talk.vtt', 'out/talk.srt'],
    extras: [],
    seconds: { upload: 0.1, render: 1.9, download: 0.02 },
    file: 'talk.mp4',
    wallSeconds: 4.8,
  });
  const file = 'lib/front/docs/guides/decks.md';
  const blocks = codeBlocksOf(file, readFileSync(join(import.meta.dirname, '../../..', file), 'utf8'));
  expect(blocks.find(({ language }) => language === 'text')?.code).toBe(`${lines.join('\n')}\n`);
});
