/** Instead of the module of this name in lib: a text is divided into sentences once, however often it is spoken. */
import { prepareSpeechScript as divide } from '#engine/speech/script/prepare-speech-script.ts';
import { memoized } from './memoized.ts';

export * from '#engine/speech/script/prepare-speech-script.ts';
export const prepareSpeechScript = memoized(divide, (request) => JSON.stringify(request));
