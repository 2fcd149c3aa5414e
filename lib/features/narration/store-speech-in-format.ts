import type { SlideAudio } from '#features/timelines/public.ts';
import { speechFileKey } from './find-existing-speech.ts';
import type { TranscodeSpeech } from './ports.ts';

const MEDIA_TYPES = { mp3: 'audio/mpeg', ogg: 'audio/ogg' } as const;

/** Dependencies of `storeSpeechInFormat`. */
export interface StoreSpeechInFormatDeps {
  files: {
    getBytes(key: string): Promise<Uint8Array>;
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  };
  transcode: TranscodeSpeech;
}

/**
 * Encodes speech in the format of a slide's audio, and stores it under its content address. For the format WAV, nothing is done: speech is
 * always stored as WAV first.
 * @param wavKey storage key of the speech as WAV
 * @param startedEncoding the result of an encoding that the caller has started; absent: this function encodes the speech
 * @returns the storage key of the speech in that format
 */
export async function storeSpeechInFormat(
  { files, transcode }: StoreSpeechInFormatDeps,
  audio: Pick<SlideAudio, 'account_id' | 'speech_hash' | 'format'>,
  wavKey: string,
  signal: AbortSignal,
  startedEncoding?: Promise<Uint8Array>,
): Promise<string> {
  const { format } = audio;
  if (format === 'wav') return wavKey;
  const key = speechFileKey(audio);
  const bytes = await (startedEncoding ?? transcode(await files.getBytes(wavKey), format, signal));
  await files.putBytes(key, bytes, MEDIA_TYPES[format]);
  return key;
}
