import { ICON_SHAPES } from './icon-shapes.ts';

let shapes: ReadonlyMap<string, string> | undefined;

/** The shapes of an icon as elements of SVG without colours, in a box of 24 units; undefined if there is no such icon. */
export function iconDrawing(name: string): string | undefined {
  shapes ??= new Map(
    ICON_SHAPES.split('\n').map((line) => {
      const [icon = '', paths = ''] = line.split('\t');
      return [
        icon,
        paths
          .split('|')
          .map((path) => `<path d="${path}"/>`)
          .join(''),
      ];
    }),
  );
  return shapes.get(name);
}
