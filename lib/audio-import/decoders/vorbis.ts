import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import type { DecodedAudio } from '../decoded-audio.ts';
import { checkOggPages } from '../ogg-pages.ts';
import { feed } from './fed.ts';

/** The samples of an Ogg Vorbis file. @throws AudioFault */
export async function* decodeVorbis(bytes: Uint8Array): AsyncGenerator<DecodedAudio> {
  checkOggPages(bytes);
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  yield* feed(
    bytes,
    (part) => decoder.decode(part),
    () => decoder.flush(),
  );
}
