import { createHash } from 'node:crypto';
import type { NarrationEngine, SpeechRequest } from './engine.ts';
import { hasWords } from './sentences.ts';

/** What is to be said, and the name under which the result is kept: the same words in the same voice are made once. */
export interface SpeechAddress {
  hash: string;
  request: SpeechRequest;
}

/** Everything that can change a sample of the result is part of the address. */
export function speechAddress(
  engine: Pick<NarrationEngine, 'id' | 'version' | 'voiceFor'>,
  request: SpeechRequest,
): SpeechAddress {
  const voice = engine.voiceFor(request.language, request.voice);
  const parts = [engine.id, engine.version, voice ?? '', request.language, request.speed, request.text];
  return { hash: createHash('sha256').update(JSON.stringify(parts)).digest('hex'), request };
}

/** What is said of a slide's notes at normal speed; undefined when they hold no word, for such a slide is silent. */
export function notesAddress(
  engine: Parameters<typeof speechAddress>[0],
  notes: string,
  { language, voice }: Pick<SpeechRequest, 'language' | 'voice'>,
): SpeechAddress | undefined {
  const text = notes.trim();
  if (!hasWords(text)) return undefined;
  return speechAddress(engine, { text, language, speed: 1, ...(voice === undefined ? {} : { voice }) });
}
