import { factsOfLayout, REQUESTABLE_LAYOUTS } from '#engine/video/drawing/layout/layout-facts.ts';

/** The layouts of slides as a table. */
export function layoutTable(): string {
  const rows = REQUESTABLE_LAYOUTS.map((layout) => `| \`${layout}\` | ${factsOfLayout(layout).shows ?? ''} |`);
  return ['| `layout` | shows |', '|---|---|', ...rows].join('\n');
}
