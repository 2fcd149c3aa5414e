import { ASKED_LAYOUTS, layoutFacts } from '#engine/video/drawing/layout/layout-facts.ts';

/** The layouts of slides as a table. */
export function layoutTable(): string {
  const rows = ASKED_LAYOUTS.map((layout) => `| \`${layout}\` | ${layoutFacts(layout).shows ?? ''} |`);
  return ['| `layout` | shows |', '|---|---|', ...rows].join('\n');
}
