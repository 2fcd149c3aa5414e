import type { Node } from '@takumi-rs/core';
import type { LayoutBox } from '../layout/boxes.ts';

/** An image node of SVG elements without text. @param origin the point, in their coordinates, that is at the left top corner of the box */
export function svgNode(elements: string, { x, y, width, height }: LayoutBox, origin = { x: 0, y: 0 }): Node {
  const size = `width="${width}" height="${height}" viewBox="${origin.x} ${origin.y} ${width} ${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${elements}</svg>`;
  return {
    type: 'image',
    src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    width,
    height,
    style: { position: 'absolute', left: x, top: y, width, height },
  };
}
