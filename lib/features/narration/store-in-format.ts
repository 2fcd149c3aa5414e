import type { SlideAudio } from '#features/timelines/public.ts';
import { speechFileKey } from './find-existing-speech.ts';
import type { TranscodeSpeech } from './ports.ts';

const MEDIA_TYPES = { mp3: 'audio/mpeg', ogg: 'audio/ogg' } as const;

/** Dependencies of the encoding of a slide's audio. */
export interface StoreInFormatDeps {
  files: {
    getBytes(key: string): Promise<Uint8Array>;
    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  };
  transcode: TranscodeSpeech;
}

/**
 * Encodes speech in the format of a slide's audio, and stores it under its content address. WAV is stored already.
 * @param wavKey storage key of the speech as WAV
 * @param encoded the result of an encoding that was started before; absent: it is encoded here
 * @returns the storage key of the file in the format
 */
export async function storeSpeechInFormat(
  { files, transcode }: StoreInFormatDeps,
  audio: Pick<SlideAudio, 'account_id' | 'speech_hash' | 'format'>,
  wavKey: string,
  signal: AbortSignal,
  encoded?: Promise<Uint8Array>,
): Promise<string> {
  const { format } = audio;
  if (format === 'wav') return wavKey;
  const key = speechFileKey(audio);
  const bytes = await (encoded ?? transcode(await files.getBytes(wavKey), format, signal));
  await files.putBytes(key, bytes, MEDIA_TYPES[format]);
  return key;
}
