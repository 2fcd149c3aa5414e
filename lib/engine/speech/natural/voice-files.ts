import { pathInLambdaLayer } from '#kernel/shared/path-in-lambda-layer.ts';

/** The files of `layers/speech/natural` with which the voice speaks, and those that document their origin. */
export const NATURAL_VOICE_FILES = [
  'hibari.onnx',
  'vocab.json',
  'lexicon_us_gold.json.gz',
  'lexicon_us_silver.json.gz',
  'tagger.json.gz',
  'tokenizer_exceptions.json',
  'oov.onnx',
  'oov.json',
  'LICENSE',
  'NOTICE',
] as const;

/** Folder of the files of the natural voice (`NATURAL_VOICE_FILES`) among the packages of the layer `speech`. */
export const NATURAL_VOICE_FOLDER = 'natural-voice';

/**
 * Finds the folder with the files of the voice: in a layer of Lambda, or in the repository.
 * @param callerFolder the folder of the calling code
 * @param nodePath folders of packages in layers, as in `NODE_PATH`
 * @returns undefined if it is not installed
 */
export const naturalVoiceFolder = (callerFolder: string, nodePath?: string): string | undefined =>
  pathInLambdaLayer({ inLayer: NATURAL_VOICE_FOLDER, inRepository: 'speech/natural' }, callerFolder, nodePath);
