import { Renderer } from '@takumi-rs/core';
import { FontLibrary, type ReadCustomFile } from '../text/font-library.ts';
import type { Measure } from '../text/paragraph-node.ts';
import { createTypesetter, type Typesetter } from '../text/typesetting.ts';

/** For emoji pictures; slide images never enter the cache. */
const CACHE_BYTES = 16 * 2 ** 20;

/** For built-in templates, which have no files. */
export const readNoFile: ReadCustomFile = (file) => Promise.reject(new Error(`nothing reads ${file}`));

/** Creates what a painter needs. Tests inspect a composition with it without drawing. */
export function createDrawingDeps(
  readCustomFile: ReadCustomFile = readNoFile,
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

export interface DrawingDeps {
  typesetter: Typesetter;
  /** Measures text in the given families. */
  measureIn: (families: readonly string[]) => Measure;
}
