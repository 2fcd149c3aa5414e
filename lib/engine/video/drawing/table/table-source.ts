import { fitChartLabels } from '../chart/labels.ts';
import { smallChartTextSize } from '../chart/type-sizes.ts';
import { boxNode } from '../layout/boxes.ts';
import type { ArrangedGraphic, GraphicRoom } from '../layout/graphic-content.ts';
import { type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';

/** Space above a source, in sizes of its type. */
const SPACE_ABOVE = 0.9;
/** Lines of a source. */
const MAX_LINES = 2;

/**
 * Arranges a table above the text that names the source of its data.
 * @param source that text; undefined if the table has none
 * @param arrange arranges the table in the room above the text
 */
export async function arrangeTableAboveSource(
  source: TypesetParagraph | undefined,
  graphicRoom: GraphicRoom,
  measure: MeasureNodes,
  arrange: (graphicRoom: GraphicRoom) => Promise<ArrangedGraphic>,
): Promise<ArrangedGraphic> {
  if (!source) return arrange(graphicRoom);
  const { room, scene, direction } = graphicRoom;
  const size = smallChartTextSize(graphicRoom);
  const [fittedSource] = await fitChartLabels([{ paragraph: source, width: room.width }], size, MAX_LINES, measure);
  if (!fittedSource) return arrange(graphicRoom);
  const space = Math.round(SPACE_ABOVE * size);
  const sourceHeight = space + fittedSource.height;
  const table = await arrange({ ...graphicRoom, room: { ...room, height: Math.max(1, room.height - sourceHeight) } });
  const side = direction === 'rtl' ? 'right' : 'left';
  const box = { x: room.x, y: table.top + table.height + space, width: room.width, height: fittedSource.height };
  const look = { size, width: room.width, side: scene.align === 'center' ? 'center' : side } as const;
  const node = boxNode(box, {}, [
    paragraphNode(fittedSource.paragraph, { ...look, color: scene.palette.muted, balanced: false }),
  ]);
  return {
    ...table,
    height: table.height + sourceHeight,
    cut: table.cut || fittedSource.isCut,
    place: (context) => [...table.place(context), node],
  };
}
