import { describe, expect, it } from 'vitest';
import { type SpeechEngine, SpeechError, type SpeechRequest } from '#engine/speech/engine.ts';
import {
  combinedEngineIdentity,
  createCombinedEngine,
  engineOfVoice,
  isOrContainsEngine,
} from '#engine/speech/engines/combined-engine.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { naturalVoiceIdentity } from '#engine/speech/natural/natural-voice-identity.ts';

const both = combinedEngineIdentity('natural', [naturalVoiceIdentity, espeakIdentity]);

describe('two engines as one', () => {
  it.each([
    ['en', undefined, 'heart'],
    ['en-GB', undefined, 'heart'],
    ['de', undefined, 'de'],
    ['ja', undefined, 'ja'],
    ['de', 'heart', 'heart'],
    ['en', 'en-gb+f3', 'en-gb+f3'],
    ['en', 'nobody', undefined],
    ['xx-not-a-language', undefined, undefined],
  ])('speak %s with the voice %s as %s', (language, voice, found) => {
    expect(both.voiceFor(language, voice)).toBe(found);
  });

  it('show the natural voice first, and every voice once', () => {
    const ids = both.voices().map(({ id }) => id);
    expect(ids[0]).toBe('heart');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(espeakIdentity.voices().length + 1);
  });

  it('each speak with their voices', () => {
    expect(engineOfVoice(both, 'heart').id).toBe('natural');
    expect(engineOfVoice(both, 'en-gb+f3').id).toBe('espeak-ng');
    expect(engineOfVoice(espeakIdentity, 'en-us')).toBe(espeakIdentity);
    expect([isOrContainsEngine(both, 'espeak-ng'), isOrContainsEngine(both, 'polly')]).toEqual([true, false]);
  });

  it('have for each voice the speech that its engine has alone', () => {
    const request: SpeechRequest = { text: 'Guten Tag.', language: 'de', speed: 1 };
    expect(hashSpeechRequest(both, request).hash).toBe(hashSpeechRequest(espeakIdentity, request).hash);
    const english = { ...request, language: 'en' };
    expect(hashSpeechRequest(both, english).hash).toBe(hashSpeechRequest(naturalVoiceIdentity, english).hash);
  });

  it('give a text to the one that has its voice', async () => {
    const asked: string[] = [];
    const speaking = (identity: typeof naturalVoiceIdentity | typeof espeakIdentity): SpeechEngine => ({
      ...identity,
      speak({ voice }) {
        asked.push(`${identity.id}: ${voice}`);
        return Promise.resolve({ sampleRate: 48_000, pcm: Buffer.alloc(0), sentences: [], durationSeconds: 0 });
      },
    });
    const engine = createCombinedEngine('natural', [speaking(naturalVoiceIdentity), speaking(espeakIdentity)]);
    await engine.speak({ text: 'Hi.', language: 'en', speed: 1 });
    await engine.speak({ text: 'Ciao.', language: 'it', speed: 1 });
    await expect(engine.speak({ text: 'Hi.', language: 'en', voice: 'nobody', speed: 1 })).rejects.toMatchObject({
      code: 'voice_unknown',
    });
    expect(asked).toEqual(['natural: heart', 'espeak-ng: it']);
  });

  it('tell one another the sounds of words in other scripts, under another address', async () => {
    const asked: SpeechRequest[] = [];
    const heard = { sampleRate: 48_000 as const, pcm: Buffer.alloc(2), sentences: [], durationSeconds: 1 };
    const natural: SpeechEngine = {
      ...naturalVoiceIdentity,
      async speak(request) {
        asked.push(request);
        return heard;
      },
    };
    const espeak: SpeechEngine = {
      ...espeakIdentity,
      speak: async () => heard,
      transcribe: async (words) => words.map(({ language }) => (language === 'ru' ? 'məskvˈa' : '')),
    };
    const engine = createCombinedEngine('natural', [natural, espeak]);
    const request: SpeechRequest = { text: 'From Москва to Αθήνα.', language: 'en', speed: 1 };
    await engine.speak(request);
    await engine.speak({ ...request, text: 'From Moscow.' });
    expect(asked.map(({ lexicon }) => lexicon)).toEqual([
      [{ word: 'Москва', say: 'Москва', ipa: 'məskvˈa' }],
      undefined,
    ]);
    expect(hashSpeechRequest(both, request).hash).not.toBe(hashSpeechRequest(naturalVoiceIdentity, request).hash);
  });

  it('give a text that the first one has no sound for to the next one', async () => {
    const failing = (code: 'no_speech' | 'engine_failed'): SpeechEngine => ({
      ...naturalVoiceIdentity,
      speak: () => Promise.reject(new SpeechError(code, code)),
    });
    const heard = { sampleRate: 48_000 as const, pcm: Buffer.alloc(2), sentences: [], durationSeconds: 1 };
    const espeak: SpeechEngine = { ...espeakIdentity, speak: () => Promise.resolve(heard) };
    const russian = { text: 'Привет.', language: 'en', speed: 1 };
    expect(await createCombinedEngine('natural', [failing('no_speech'), espeak]).speak(russian)).toBe(heard);
    await expect(createCombinedEngine('natural', [failing('engine_failed'), espeak]).speak(russian)).rejects.toThrow(
      'engine',
    );
    await expect(createCombinedEngine('natural', [failing('no_speech')]).speak(russian)).rejects.toThrow('no_speech');
  });
});
