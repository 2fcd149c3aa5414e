import { CALLOUT_LIMITS } from '#engine/video/drawing/callouts/callout.ts';
import { CHART_LIMITS } from '#engine/video/drawing/drawable-chart.ts';
import { SLIDE_ITEM_LIMITS } from '#engine/video/drawing/drawable-items.ts';
import { TABLE_LIMITS } from '#engine/video/drawing/drawable-table.ts';
import { CODE_LIMITS } from '#engine/video/drawing/rich-slide-content.ts';
import type { SlideInput } from '#features/timelines/contract.ts';
import { sampleInput } from './entities.ts';

/** A character of each size that an answer gives to one: 1, 2, 3 and 4 bytes of UTF-8, and those that JSON escapes. */
export const CHARACTERS = {
  Latin: 'a',
  Cyrillic: 'ж',
  Chinese: '漢',
  emoji: '🚀',
  'quotation marks': '"',
  backslashes: '\\',
  'control characters': '\u0001',
} as const;

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

/** The kinds of content of which a slide has one at most, each as large as its fields allow. */
const CONTENTS = {
  table: (character: string): Partial<SlideInput> => {
    const cells = times(TABLE_LIMITS.columns, character.repeat(TABLE_LIMITS.cell));
    return { table: { header: cells, rows: times(TABLE_LIMITS.rows, cells) } };
  },
  code: (character: string): Partial<SlideInput> => ({
    code: { language: 'python', text: character.repeat(CODE_LIMITS.characters) },
  }),
  chart: (character: string): Partial<SlideInput> => ({
    chart: {
      type: 'column',
      categories: times(CHART_LIMITS.categories, character.repeat(CHART_LIMITS.category)),
      series: times(CHART_LIMITS.series, {
        name: character.repeat(CHART_LIMITS.name),
        values: times(CHART_LIMITS.categories, -123_456_789_012.123),
      }),
      unit: character.repeat(CHART_LIMITS.unit),
    },
  }),
  callouts: (character: string): Partial<SlideInput> => ({
    callouts: times(CALLOUT_LIMITS.callouts, {
      ...{ kind: 'spotlight' as const, area: { x: 0.123, y: 0.123, width: 0.123, height: 0.123 } },
      text: character.repeat(CALLOUT_LIMITS.text),
    }),
  }),
  items: (character: string): Partial<SlideInput> => ({
    items: times(SLIDE_ITEM_LIMITS.items, { title: character.repeat(SLIDE_ITEM_LIMITS.title) }),
  }),
} as const;

/** A slide all of whose texts are as long as their fields allow. @param share of that, 0 to 1 */
export function largestSlide(
  character: string,
  { content = 'table', share = 1 }: { content?: keyof typeof CONTENTS; share?: number } = {},
): SlideInput {
  const text = (most: number): string => character.repeat(Math.floor(most * share));
  return sampleInput({
    title: text(200),
    bullet_points: times(12, text(300)),
    speaker_notes: text(5000),
    ...(share === 1 ? CONTENTS[content](character) : {}),
  });
}
