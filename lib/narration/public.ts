/** What the rest of the service may use of this feature. */
export type { AudioQueue, AudioStore, KeptSpeech, SampleQueue, SpeechStore } from './ports.ts';
