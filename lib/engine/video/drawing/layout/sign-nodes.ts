import type { Node } from '@takumi-rs/core';
import { relativeLuminance } from '../contrast.ts';
import { admonitionColorAmongLetters } from '../text/mark-colors.ts';
import type { PointSign } from '../text/point-signs.ts';
import { boxNode } from './boxes.ts';

/** Lengths of the box of a task, as multiples of the size of type. */
const BOX = { side: 0.66, border: 0.07, radius: 0.14 };
/** Lengths of the strokes of a check mark and their thickness, as multiples of the size of type. */
const CHECK = { shortStroke: 0.2, longStroke: 0.36, thick: 0.09 };
/** Width of the bar along an admonition (`[!NOTE]`), as a multiple of the size of type. */
const BAR = 0.13;

/** The first line of a point, in whose row its sign is drawn. */
export interface FirstLineOfPoint {
  /** The size of the type, in pixels, as are all lengths. */
  size: number;
  lineHeight: number;
  /** Height of all lines of the point. */
  height: number;
  /** Width of the row. */
  width: number;
  /** The side where the text starts; the sign is at that side, at the left for `center`. */
  side: 'left' | 'right' | 'center';
}

/** Colours around a sign, `#rrggbb`. */
interface SignColors {
  text: string;
  accent: string;
}

/** A check mark in a box: two strokes that meet at its lowest point. @param side of the box, in pixels @param size of type, in pixels */
function checkNodes(side: number, size: number, color: string): Node[] {
  const [short, long, thickness] = [CHECK.shortStroke * size, CHECK.longStroke * size, Math.max(1, CHECK.thick * size)];
  const [x, y] = [side * 0.43, side * 0.71];
  const stroke = (length: number, angle: number, middleX: number, middleY: number): Node =>
    boxNode(
      { x: middleX - length / 2, y: middleY - thickness / 2, width: length, height: thickness },
      { backgroundColor: color, borderRadius: thickness / 2, transform: `rotate(${angle}deg)` },
    );
  const halfDiagonal = Math.SQRT1_2 / 2;
  const strokeEnds = thickness / 2;
  return [
    stroke(short + strokeEnds, 45, x - (short - strokeEnds) * halfDiagonal, y - (short - strokeEnds) * halfDiagonal),
    stroke(long + strokeEnds, -45, x + (long - strokeEnds) * halfDiagonal, y - (long - strokeEnds) * halfDiagonal),
  ];
}

/** The box of a task, checked or not, or the bar along an admonition. */
export function pointSignNodes(sign: PointSign, place: FirstLineOfPoint, { text, accent }: SignColors): Node[] {
  const { size, lineHeight, height, width, side } = place;
  const signX = (signWidth: number): number => (side === 'right' ? width - signWidth : 0);
  if ('admonition' in sign) {
    const barWidth = Math.max(2, Math.round(BAR * size));
    const style = { backgroundColor: admonitionColorAmongLetters(sign.admonition, text), borderRadius: barWidth / 2 };
    return [boxNode({ x: signX(barWidth), y: 0, width: barWidth, height }, style)];
  }
  const boxSide = Math.round(BOX.side * size);
  const borderWidth = Math.max(1, Math.round(BOX.border * size));
  const style = { borderWidth, borderStyle: 'solid', borderColor: accent, borderRadius: BOX.radius * size };
  // The middle of a line box is a little above the middle of its small letters.
  const box = {
    x: signX(boxSide),
    y: Math.round(lineHeight / 2 + size * 0.035 - boxSide / 2),
    width: boxSide,
    height: boxSide,
  };
  if (!sign.isDone) return [boxNode(box, style)];
  const checkColor = relativeLuminance(accent) > 0.36 ? '#000000' : '#ffffff';
  return [boxNode(box, { ...style, borderWidth: 0, backgroundColor: accent }, checkNodes(boxSide, size, checkColor))];
}
