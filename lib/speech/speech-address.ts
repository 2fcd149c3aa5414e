import { createHash } from 'node:crypto';
import type { EngineIdentity, SpeechRequest } from './engine.ts';
import { isSpeakable } from './script/notes-text.ts';
import { prepareScript } from './script/prepare-script.ts';

/** What is to be said, and the name under which the result is kept: the same words in the same voice are made once. */
export interface SpeechAddress {
  hash: string;
  request: SpeechRequest;
}

/** Counted up whenever speech is joined or levelled in another way than before, whatever the engine. */
const REVISION = 2;

/**
 * Everything that can change a sample of the result is part of the address: of the text what is said of it, so that a
 * lexicon's other words and markup without effect make nothing anew.
 */
export function speechAddress(
  engine: Pick<EngineIdentity, 'id' | 'version' | 'voiceFor'>,
  request: SpeechRequest,
): SpeechAddress {
  const { language, speed } = request;
  const voice = engine.voiceFor(language, request.voice) ?? '';
  const parts = [REVISION, engine.id, engine.version, voice, language, speed, prepareScript(request)];
  return { hash: createHash('sha256').update(JSON.stringify(parts)).digest('hex'), request };
}

/** What is said of a slide's notes at normal speed; undefined when they hold no word, for such a slide is silent. */
export function notesAddress(
  engine: Parameters<typeof speechAddress>[0],
  notes: string,
  { language, voice, lexicon }: Pick<SpeechRequest, 'language' | 'voice' | 'lexicon'>,
): SpeechAddress | undefined {
  const text = notes.trim();
  if (!isSpeakable(text)) return undefined;
  return speechAddress(engine, {
    text,
    language,
    speed: 1,
    ...(voice === undefined ? {} : { voice }),
    ...(lexicon === undefined ? {} : { lexicon }),
  });
}
