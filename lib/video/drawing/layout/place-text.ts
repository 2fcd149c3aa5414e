import type { Node } from '@takumi-rs/core';
import type { Scene, Template } from '../design.ts';
import type { FittedBlock } from '../text/text-block.ts';
import type { Direction } from '../text/writing-system.ts';
import type { LayoutBox } from './boxes.ts';
import { boxNode } from './boxes.ts';
import { type FittedGroup, RULE_SPACE } from './fit-group.ts';
import { placeBlock } from './place-block.ts';

/** What decides where text is placed, besides the text. */
export interface PlacingContext {
  /** Short side of the slide in pixels. */
  short: number;
  template: Template;
  scene: Scene;
  direction: Direction;
  /** How many bullet points are drawn, from the first. */
  revealed: number;
}

/** Where text of this height begins in its box. */
export function topOf({ y, height }: LayoutBox, verticalAlign: 'top' | 'middle' | 'bottom', needed: number): number {
  const free = Math.max(0, height - needed);
  if (verticalAlign === 'top') return y;
  return y + (verticalAlign === 'bottom' ? free : Math.round(free / 2));
}

function ruleSide({ scene, direction }: PlacingContext, heading: FittedBlock | undefined): Direction | 'center' {
  if (scene.align === 'center') return 'center';
  return direction === 'rtl' || heading?.block.paragraphs[0]?.direction === 'rtl' ? 'rtl' : 'ltr';
}

/** The nodes of a body with its left top corner at x, y, in pixels. */
export function placeBody(
  body: FittedBlock,
  x: number,
  y: number,
  { scene, revealed, template }: PlacingContext,
): Node[] {
  const { palette } = scene;
  const text = { code: template.code.text, list: palette.text, lines: palette.muted }[body.block.role];
  return placeBlock(body, x, y, { text, accent: palette.accent }, revealed);
}

/** Heading, rule, quotation mark and body, one above the other from `top` on. */
export function placeGroup(fitted: FittedGroup, box: LayoutBox, top: number, around: PlacingContext): Node[] {
  const { short, template, scene } = around;
  const { palette } = scene;
  const { heading, body, mark } = fitted;
  const nodes: Node[] = [];
  const side = ruleSide(around, heading);
  const rule = (y: number): Node => accentRuleNode(template, box, y, short, side, palette.accent);
  const accent = palette.accent;
  if (fitted.ruleAbove > 0) nodes.push(rule(top));
  if (mark) nodes.push(...placeBlock(mark, box.x, top - fitted.markRise, { text: accent, accent }));
  let y = top + fitted.ruleAbove + fitted.markHeight;
  if (heading) nodes.push(...placeBlock(heading, box.x, y, { text: palette.heading ?? palette.text, accent }));
  y += heading?.height ?? 0;
  if (fitted.ruleBelow > 0) nodes.push(rule(y + Math.round(RULE_SPACE * short)));
  y += fitted.ruleBelow + fitted.gap;
  if (body) nodes.push(...placeBody(body, box.x, y, around));
  return nodes;
}

/** The rule beside a heading: where the text begins, or in the middle. */
export function accentRuleNode(
  { rule }: Pick<Template, 'rule'>,
  text: LayoutBox,
  y: number,
  short: number,
  side: Direction | 'center',
  color: string,
): Node {
  const width = rule.length === 'full' ? text.width : Math.min(text.width, Math.round(rule.length * short));
  const height = Math.max(2, Math.round(rule.thickness * short));
  const free = { ltr: 0, center: Math.round((text.width - width) / 2), rtl: text.width - width };
  const borderRadius = rule.length === 'full' ? 0 : height / 2;
  return boxNode({ x: text.x + free[side], y, width, height }, { backgroundColor: color, borderRadius });
}
