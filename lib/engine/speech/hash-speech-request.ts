import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SpeechAddressEngineIdentity, SpeechRequest } from './engine.ts';
import { engineOfVoice, foreignScriptEngineForSpeaker } from './engines/combined-engine.ts';
import { removeSpeakerNamesFromText } from './script/dialogue.ts';
import { findForeignScriptWords } from './script/find-foreign-script-words.ts';
import { hasSpeakableWords } from './script/notes-text.ts';
import { prepareSpeechScript } from './script/prepare-speech-script.ts';
import { speechRequestsByVoice } from './speech-requests-by-voice.ts';

/** A request for speech and its hash, the content address: the same words in the same voice are synthesized once. */
export interface HashedSpeechRequest {
  hash: string;
  request: SpeechRequest;
}

/**
 * Version of the processing of synthesized speech (joining of sentences, loudness), for every engine. Raise it when a change of the
 * processing changes the sound.
 */
export const SPEECH_PROCESSING_VERSION = 3;

/** Must be raised when the parts of a dialogue are joined in another way. */
const DIALOGUE_VERSION = 'dialogue 1';

/** Must be raised when words of other scripts are said in another way. */
const FOREIGN_WORDS_VERSION = 'foreign words 1';

/**
 * Content addresses by the hash of the request: preparing a script takes ten times as long as a look-up. The cache has room for two renders
 * of 500 slides.
 */
const hashByRequest = new LRUCache<string, string>({ max: 1000 });

const sha256 = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * Hashes a request for speech. Everything that can change a sample is part of the hash. The text counts as it is spoken:
 * unused words of a lexicon and markup without effect change nothing.
 */
export function hashSpeechRequest(engine: SpeechAddressEngineIdentity, request: SpeechRequest): HashedSpeechRequest {
  const parts = speechRequestsByVoice(engine, request);
  const hashes = parts.map((part) => hashOfPart(engine, part.request));
  const [firstPart] = parts;
  if (parts.length === 1 && firstPart && firstPart.speaker === undefined) return { hash: hashes[0] ?? '', request };
  return {
    hash: sha256([DIALOGUE_VERSION, parts.map(({ speaker = null }, index) => [speaker, hashes[index]])]),
    request,
  };
}

/**
 * The versions that decide the sounds of words in scripts that a speaker's engine cannot read; empty if the request has no such words.
 */
function foreignWordsVersionOf(
  engine: SpeechAddressEngineIdentity,
  speaker: SpeechAddressEngineIdentity,
  { text, lexicon }: SpeechRequest,
): string[] {
  const phonemeEngine = foreignScriptEngineForSpeaker(engine.speakers ?? [], speaker);
  return phonemeEngine && findForeignScriptWords(text, lexicon).length > 0
    ? [FOREIGN_WORDS_VERSION, phonemeEngine.version]
    : [];
}

/** The hash of a request in one voice. */
function hashOfPart(engine: SpeechAddressEngineIdentity, request: SpeechRequest): string {
  const { language, speed } = request;
  const voice = engine.voiceFor(language, request.voice) ?? '';
  const speaker = engineOfVoice(engine, voice);
  const { id, version } = speaker;
  const voiceParts = [
    SPEECH_PROCESSING_VERSION,
    id,
    version,
    voice,
    language,
    speed,
    ...foreignWordsVersionOf(engine, speaker, request),
  ];
  const requestHash = sha256([voiceParts, request]);
  const hash = hashByRequest.get(requestHash) ?? sha256([...voiceParts, prepareSpeechScript(request)]);
  hashByRequest.set(requestHash, hash);
  return hash;
}

/** Hashes the request for a slide's notes; undefined when they have no word: such a slide is silent. */
export function hashNotesSpeechRequest(
  engine: Parameters<typeof hashSpeechRequest>[0],
  notes: string,
  {
    language,
    voice,
    speed = 1,
    lexicon,
    speakers,
  }: Omit<SpeechRequest, 'text' | 'speed'> & { speed?: number | undefined },
): HashedSpeechRequest | undefined {
  const text = notes.trim();
  if (!hasSpeakableWords(removeSpeakerNamesFromText({ text, speakers }))) return undefined;
  return hashSpeechRequest(engine, {
    text,
    language,
    speed,
    ...(voice === undefined ? {} : { voice }),
    ...(lexicon === undefined ? {} : { lexicon }),
    ...(speakers === undefined ? {} : { speakers }),
  });
}
