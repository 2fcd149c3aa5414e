import type { Node } from '@takumi-rs/core';
import { relativeLuminance } from '../contrast.ts';
import { admonitionColorAmongLetters } from '../text/mark-colors.ts';
import type { PointSign } from '../text/point-signs.ts';
import { boxNode } from './boxes.ts';

/** Sizes of the box of a task and of the bar of an admonition (`[!NOTE]`), as multiples of the size of type. */
const BOX = { side: 0.66, border: 0.07, radius: 0.14 };
const CHECK = { short: 0.2, long: 0.36, thick: 0.09 };
const BAR = 0.13;

/** The place of a sign. */
export interface PointSignPosition {
  /** The size of the type, in pixels, as are all lengths. */
  size: number;
  lineHeight: number;
  /** Height of all lines of the point. */
  height: number;
  width: number;
  side: 'left' | 'right' | 'center';
}

/** Colours around a sign, `#rrggbb`. */
interface SignColors {
  text: string;
  accent: string;
}

/** A check mark in a box of this side: two strokes that meet at its lowest point. */
function checkNodes(side: number, size: number, color: string): Node[] {
  const [short, long, thick] = [CHECK.short * size, CHECK.long * size, Math.max(1, CHECK.thick * size)];
  const [x, y] = [side * 0.43, side * 0.71];
  const stroke = (length: number, angle: number, middleX: number, middleY: number): Node =>
    boxNode(
      { x: middleX - length / 2, y: middleY - thick / 2, width: length, height: thick },
      { backgroundColor: color, borderRadius: thick / 2, transform: `rotate(${angle}deg)` },
    );
  const half = Math.SQRT1_2 / 2;
  const ends = thick / 2;
  return [
    stroke(short + ends, 45, x - (short - ends) * half, y - (short - ends) * half),
    stroke(long + ends, -45, x + (long - ends) * half, y - (long - ends) * half),
  ];
}

/** The box of a task, checked or not, or the bar along an admonition. */
export function pointSignNodes(sign: PointSign, place: PointSignPosition, { text, accent }: SignColors): Node[] {
  const { size, lineHeight, height, width, side } = place;
  const at = (own: number): number => (side === 'right' ? width - own : 0);
  if ('admonition' in sign) {
    const bar = Math.max(2, Math.round(BAR * size));
    const style = { backgroundColor: admonitionColorAmongLetters(sign.admonition, text), borderRadius: bar / 2 };
    return [boxNode({ x: at(bar), y: 0, width: bar, height }, style)];
  }
  const own = Math.round(BOX.side * size);
  const borderWidth = Math.max(1, Math.round(BOX.border * size));
  const style = { borderWidth, borderStyle: 'solid', borderColor: accent, borderRadius: BOX.radius * size };
  // The middle of a line box is a little above the middle of its small letters.
  const box = { x: at(own), y: Math.round(lineHeight / 2 + size * 0.035 - own / 2), width: own, height: own };
  if (!sign.isDone) return [boxNode(box, style)];
  const check = relativeLuminance(accent) > 0.36 ? '#000000' : '#ffffff';
  return [boxNode(box, { ...style, borderWidth: 0, backgroundColor: accent }, checkNodes(own, size, check))];
}
