import { describe, expect, it } from 'vitest';
import { hashNotesSpeechRequest, hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';

const engine = { id: 'e', version: '1', voiceFor: (language: string, voice?: string) => voice ?? language };

describe('the address of what a slide says', () => {
  it.each(['', '  \n', '…', '—', '🚀 🎉', '!?'])(
    'is none for notes without a word (%j): the slide is silent',
    (notes) => {
      expect(hashNotesSpeechRequest(engine, notes, { language: 'en' })).toBeUndefined();
    },
  );

  it('is the same for the same words, voice and language, whatever white space is around them', () => {
    const one = hashNotesSpeechRequest(engine, ' Hello. ', { language: 'en' });
    expect(one).toEqual(hashNotesSpeechRequest(engine, 'Hello.', { language: 'en' }));
    expect(one?.request).toEqual({ text: 'Hello.', language: 'en', speed: 1 });
  });

  it('differs with anything that changes a sample', () => {
    const request = { text: 'Hello.', language: 'en', speed: 1 };
    const hashes = [
      hashSpeechRequest(engine, request),
      hashSpeechRequest({ ...engine, version: '2' }, request),
      hashSpeechRequest({ ...engine, id: 'f' }, request),
      hashSpeechRequest(engine, { ...request, text: 'Hallo.' }),
      hashSpeechRequest(engine, { ...request, speed: 1.1 }),
      hashSpeechRequest(engine, { ...request, language: 'de' }),
      hashSpeechRequest(engine, { ...request, voice: 'other' }),
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is that of what is said: markup without effect changes nothing', () => {
    const hashOf = (notes: string) => hashNotesSpeechRequest(engine, notes, { language: 'en' })?.hash;
    const plain = hashOf('Hello all.');
    expect(plain).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf('**Hello** all.')).toBe(plain);
    expect(hashOf('<speak>Hello <emphasis level="none">all</emphasis>.</speak>')).toBe(plain);
    expect(hashOf('<speak>Hello <emphasis>all</emphasis>.</speak>')).not.toBe(plain);
    expect(hashOf('<speak><break time="1s"/></speak>')).toBeUndefined();
  });

  it('differs with the pronunciation of a word that is in the text, and of no other', () => {
    const hashOf = (...lexicon: { word: string; say: string }[]) =>
      hashSpeechRequest(engine, { text: 'We run on PostgreSQL.', language: 'en', speed: 1, lexicon }).hash;
    const plain = hashOf();
    const spelled = hashOf({ word: 'postgresql', say: 'post gres Q L' });
    expect(spelled).not.toBe(plain);
    expect(hashOf({ word: 'postgresql', say: 'postgres' })).not.toBe(spelled);
    expect(hashOf({ word: 'nginx', say: 'engine x' })).toBe(plain);
  });

  it('is that of the words for figures: another reading is other speech', () => {
    const hashOf = (...lexicon: { word: string; say: string }[]) =>
      hashSpeechRequest(engine, { text: 'It costs $6.50.', language: 'en', speed: 1, lexicon }).hash;
    expect(hashOf()).toBe(hashOf({ word: '$6.50', say: 'six dollars fifty' }));
    expect(hashOf()).not.toBe(hashOf({ word: '$6.50', say: '$6.50' }));
  });
});
