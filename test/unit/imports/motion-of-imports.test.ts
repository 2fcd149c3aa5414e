import { describe, expect, it } from 'vitest';
import { readMarkdownDeck } from '#engine/deck-reading/markdown/read-markdown-deck.ts';
import type { MotionLevel } from '#engine/video/motion/motions.ts';
import type { Import } from '#features/imports/import.ts';
import { planImport } from '#features/imports/plan-import.ts';
import { slideMotionSettingsOf } from '#features/timelines/moved-slide.ts';
import { newId } from '#kernel/shared/ids.ts';
import { START } from '#test/support/samples/entities.ts';

/** The motion of the timeline of a deck, and the build of its first slide. */
async function imported(head: string, body: string, motion?: MotionLevel) {
  const made: Import = {
    ...{
      id: newId('import'),
      account_id: newId('account'),
      plan: 'max',
      status: 'processing',
      progress: 0,
      attempt: 1,
    },
    ...{ timeline_id: newId('timeline'), kind: 'markdown', name: 'deck.md', size_bytes: 1, deck_key: 'd' },
    ...{ created_at: START.toISOString(), enqueued_at: START.toISOString() },
    options: { look: 'auto', pdf_text: 'none', motion },
  };
  const text = `---\ntitle: T\n${head}---\n# A\n\n- one point\n- another point\n- the last one\n\n${body}\nNote: It is said.\n`;
  const deck = await readMarkdownDeck(text, { maxSlides: 9 });
  const { loaded, report } = planImport(made, deck, { pictures: new Map(), recordings: new Map() }, START);
  const [slide] = loaded.slides;
  if (!slide) throw new Error('there is no slide');
  expect(report.warnings).toEqual([]);
  return { motion: loaded.timeline.motion, build: slideMotionSettingsOf(slide, loaded.timeline, 'bullets').build };
}

describe('the motion of an imported deck', () => {
  it.each<[string, string, string, MotionLevel | undefined, object]>([
    [
      'is none where neither the deck nor the request names one',
      '',
      '',
      undefined,
      { motion: undefined, build: 'none' },
    ],
    ['is that of the request where the deck names none', '', '', 'calm', { motion: 'calm', build: 'by_bullet' }],
    ['is that of the deck', 'motion: lively\n', '', 'calm', { motion: 'lively', build: 'by_bullet' }],
    ['is none if the deck says so', 'motion: none\n', '', 'calm', { motion: 'none', build: 'none' }],
    [
      'leaves a slide that switches its build off',
      '',
      '<!-- slide: build=none -->\n',
      'calm',
      { motion: 'calm', build: 'none' },
    ],
  ])('%s', async (_, head, body, motion, expected) => {
    expect(await imported(head, body, motion)).toEqual(expected);
  });
});
