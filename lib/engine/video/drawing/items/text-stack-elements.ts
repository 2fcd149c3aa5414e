import { hasParagraphCountUpNumber } from '../text/counting.ts';
import type { SizedTextStack } from './fit-stacks.ts';
import type { ItemColors } from './item-colors.ts';
import type { PlacedItemElement } from './item-model.ts';
import { comparisonLineMarkOf } from './signs.ts';

/** The texts of a stack, with the marks of its lines. @param place corner of the stack and its width, in pixels */
export function textStackElements(
  item: number,
  { parts }: SizedTextStack,
  place: { x: number; y: number; width: number },
  look: ItemColors,
  align: 'start' | 'center',
): PlacedItemElement[] {
  const colorByRole = { title: look.title, text: look.text, figure: look.strong, date: look.strong };
  return parts.flatMap(({ role, paragraph, size, top, indent, height, mark }): PlacedItemElement[] => {
    const y = place.y + top;
    const text: PlacedItemElement = {
      item,
      kind: 'text',
      paragraph,
      size,
      align,
      color: colorByRole[role],
      counts: role === 'figure' && hasParagraphCountUpNumber(paragraph),
      box: { x: place.x + indent, y, width: place.width - indent, height },
    };
    const lineHeight = paragraph.leading * size;
    return mark ? [comparisonLineMarkOf(item, mark, { x: place.x, y, size, line: lineHeight }, look), text] : [text];
  });
}
