import { Renderer } from '@takumi-rs/core';
import type { LoadIconDrawings } from '../layout/graphic-content.ts';
import { FontLibrary, type ReadCustomFile } from '../text/font-library.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import { createTypesetter, type Typesetter } from '../text/typesetting.ts';

/** Bytes of the cache of the layout engine, for pictures of emoji; images of slides are not drawn by it. */
const CACHE_BYTES = 16 * 2 ** 20;

/** Rejects every request for the file of a client: built-in templates have no such files. */
export const rejectCustomFileRead: ReadCustomFile = (file) => Promise.reject(new Error(`nothing reads ${file}`));

/** Creates the dependencies of a painter. Tests use them to inspect a composition without drawing it. */
export function createDrawingDeps(
  readCustomFile: ReadCustomFile = rejectCustomFileRead,
): DrawingDeps & { renderer: Renderer; fonts: FontLibrary } {
  const renderer = new Renderer({ cacheMaxBytes: CACHE_BYTES });
  const fonts = new FontLibrary(renderer, readCustomFile);
  return {
    renderer,
    fonts,
    typesetter: createTypesetter(fonts),
    measureIn: (families) => async (nodes, width) => {
      const column = { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', width } as const;
      const root = { type: 'container', style: column, children: nodes } as const;
      const { children } = await renderer.measure(root, { width: Math.ceil(width), fontFamilies: [...families] });
      return children;
    },
  };
}

/** Dependencies of the layout of slides: fonts, and a function that measures text. */
export interface DrawingDeps {
  /** Absent: icons are only measured. */
  loadIcons?: LoadIconDrawings | undefined;
  typesetter: Typesetter;
  /** Measures text in the given families. */
  measureIn: (families: readonly string[]) => MeasureNodes;
}
