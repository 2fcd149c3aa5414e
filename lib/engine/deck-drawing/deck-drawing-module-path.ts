import { pathInLambdaLayer } from '#kernel/shared/path-in-lambda-layer.ts';

/** The path of the module in the layer and in the repository. */
const MODULE_PATH = 'deck-maker/deck-maker.wasm';

/**
 * The path of the WebAssembly module that draws slides: in a layer of Lambda, or in the repository.
 * @param folder of the calling code
 * @param nodePath folders of packages in layers, as in `NODE_PATH`
 * @returns undefined if it is not installed: decks are redesigned then
 */
export const deckDrawingModulePath = (folder: string, nodePath?: string): string | undefined =>
  pathInLambdaLayer({ inLayer: MODULE_PATH, inRepository: MODULE_PATH }, folder, nodePath);
