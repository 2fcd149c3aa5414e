import type { Node } from '@takumi-rs/core';
import type { TextStyle } from '#engine/video/drawing/design.ts';
import { boxNode } from '#engine/video/drawing/layout/boxes.ts';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import { cssFamilyList } from '#engine/video/drawing/text/paragraph-node.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { builtInPlainTemplate } from '#features/templates/plain.ts';

/** A part of a drawing in pixels: a box that is filled (CSS), or a line of text whose left top corner is at x, y. */
export type Part =
  | { x: number; y: number; width: number; height: number; fill: string; radius?: number; border?: string }
  | { x: number; y: number; text: string; size: number; color: string; mono?: boolean; bold?: boolean };

/** Draws parts over a ground (CSS) with the fonts of slides, so that the picture is the same on every machine. */
export async function drawParts(size: PictureDimensions, ground: string, parts: readonly Part[]): Promise<RawPicture> {
  const { renderer, typesetter } = createDrawingDeps();
  const families = new Set<string>();
  const nodes: Node[] = [];
  for (const part of parts) {
    if ('fill' in part) {
      const { x, y, width, height, fill, radius = 0, border } = part;
      const edge: Record<string, string | number> =
        border === undefined ? {} : { borderWidth: 1, borderStyle: 'solid', borderColor: border };
      nodes.push(boxNode({ x, y, width, height }, { background: fill, borderRadius: radius, ...edge }));
      continue;
    }
    const { x, y, text, size: pixels, color, mono = false, bold = false } = part;
    const style: TextStyle = { ...builtInPlainTemplate.type.body, font: mono ? 'mono' : 'sans' };
    const set = await typesetter.typesetParagraph(text, style, { language: 'en', text, direction: 'ltr' });
    for (const family of set.families) families.add(family);
    nodes.push({
      type: 'container',
      style: {
        ...{ position: 'absolute', left: x, top: y, fontSize: pixels, lineHeight: 1.2, color, whiteSpace: 'nowrap' },
        ...{ fontFamily: cssFamilyList(set.families), fontWeight: bold ? 700 : 400 },
      },
      children: [{ type: 'text', text }],
    });
  }
  const root = boxNode({ x: 0, y: 0, ...size }, { background: ground }, nodes);
  const rgba = await renderer.render(root, { ...size, format: 'raw', fontFamilies: [...families] });
  return { ...size, rgba: new Uint8Array(rgba) };
}
