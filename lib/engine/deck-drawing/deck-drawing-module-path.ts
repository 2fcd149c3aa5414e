import { pathInLambdaLayer } from '#kernel/shared/path-in-lambda-layer.ts';

const FILE = 'deck-maker/deck-maker.wasm';

/**
 * The path of the WebAssembly module that draws slides: in a layer of Lambda, or in the repository.
 * @param folder of the calling code
 * @param nodePath folders of packages in layers, as in `NODE_PATH`
 * @returns undefined if it is not installed: decks are redesigned then
 */
export const deckDrawingModulePath = (folder: string, nodePath?: string): string | undefined =>
  pathInLambdaLayer({ inLayer: FILE, inRepository: FILE }, folder, nodePath);
