import type { SlideAudio } from '#features/timelines/public.ts';
import { audioKey } from './find-existing-speech.ts';
import type { Transcode } from './ports.ts';

const MEDIA_TYPES = { mp3: 'audio/mpeg', ogg: 'audio/ogg' } as const;

export interface StoreInFormatDeps {
  files: {
    getBytes(key: string): Promise<Uint8Array>;
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  };
  transcode: Transcode;
}

/**
 * Stores speech in the format of a slide's audio, under its content address.
 * @param wavKey storage key of the speech as it was made
 * @param encoded the speech in that format, where that was started before
 * @returns the storage key of the file in that format
 */
export async function storeInFormat(
  { files, transcode }: StoreInFormatDeps,
  audio: Pick<SlideAudio, 'account_id' | 'speech_hash' | 'format'>,
  wavKey: string,
  signal: AbortSignal,
  encoded?: Promise<Uint8Array>,
): Promise<string> {
  const { format } = audio;
  if (format === 'wav') return wavKey;
  const key = audioKey(audio);
  const bytes = await (encoded ?? transcode(await files.getBytes(wavKey), format, signal));
  await files.putBytes(key, bytes, MEDIA_TYPES[format]);
  return key;
}
