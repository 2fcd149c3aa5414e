import { doesParagraphCount } from '../text/counting.ts';
import type { SizedStack } from './fit-stacks.ts';
import type { ItemLook } from './item-look.ts';
import type { ItemPiece } from './item-model.ts';
import { itemLineMark } from './signs.ts';

/** The texts of a stack, with the marks of its lines. @param at corner of the stack and its width, in pixels */
export function stackPieces(
  item: number,
  { parts }: SizedStack,
  at: { x: number; y: number; width: number },
  look: ItemLook,
  align: 'start' | 'center',
): ItemPiece[] {
  const colorOf = { title: look.title, text: look.text, figure: look.strong, date: look.strong };
  return parts.flatMap(({ role, paragraph, size, top, indent, height, mark }): ItemPiece[] => {
    const y = at.y + top;
    const text: ItemPiece = {
      ...{ item, kind: 'text', paragraph, size, align, color: colorOf[role] },
      counts: role === 'figure' && doesParagraphCount(paragraph),
      box: { x: at.x + indent, y, width: at.width - indent, height },
    };
    const line = paragraph.leading * size;
    return mark ? [itemLineMark(item, mark, { x: at.x, y, size, line }, look), text] : [text];
  });
}
