import { createHash } from 'node:crypto';
import type { EngineIdentity, SpeechRequest } from './engine.ts';
import { isSpeakable } from './script/notes-text.ts';
import { prepareScript } from './script/prepare-script.ts';

/** A request for speech and its hash, the content address: the same words in the same voice are synthesized once. */
export interface HashedSpeechRequest {
  hash: string;
  request: SpeechRequest;
}

/** Raised when speech is joined or levelled in another way, whatever the engine. */
export const SPEECH_VERSION = 3;

/**
 * Hashes a request for speech. Everything that can change a sample is part of the hash. The text counts as it is spoken:
 * unused words of a lexicon and markup without effect change nothing.
 */
export function hashSpeechRequest(
  engine: Pick<EngineIdentity, 'id' | 'version' | 'voiceFor'>,
  request: SpeechRequest,
): HashedSpeechRequest {
  const { language, speed } = request;
  const voice = engine.voiceFor(language, request.voice) ?? '';
  const parts = [SPEECH_VERSION, engine.id, engine.version, voice, language, speed, prepareScript(request)];
  return { hash: createHash('sha256').update(JSON.stringify(parts)).digest('hex'), request };
}

/** Hashes the request for a slide's notes at normal speed; undefined when they have no word: such a slide is silent. */
export function hashNotesRequest(
  engine: Parameters<typeof hashSpeechRequest>[0],
  notes: string,
  { language, voice, lexicon }: Pick<SpeechRequest, 'language' | 'voice' | 'lexicon'>,
): HashedSpeechRequest | undefined {
  const text = notes.trim();
  if (!isSpeakable(text)) return undefined;
  return hashSpeechRequest(engine, {
    text,
    language,
    speed: 1,
    ...(voice === undefined ? {} : { voice }),
    ...(lexicon === undefined ? {} : { lexicon }),
  });
}
