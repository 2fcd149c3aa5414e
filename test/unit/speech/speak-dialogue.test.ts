import { describe, expect, it } from 'vitest';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { speakDialogue } from '#engine/speech/speak-dialogue.ts';

const engine = createEspeakEngine();
const speakers = { Anna: { voice: 'en-gb+f2' }, Ben: { voice: 'en-us', speed: 1.5 } };
const request = (text: string, more = {}) => ({ text, language: 'en', speed: 1, speakers, ...more });
const SAMPLES = 48_000;

/** Samples between two times. */
const cut = (pcm: Buffer, from: number, to: number): Buffer =>
  pcm.subarray(Math.round(from * SAMPLES) * 2, Math.round(to * SAMPLES) * 2);
const loudest = (pcm: Buffer): number =>
  Math.max(0, ...Array.from({ length: pcm.length / 2 }, (_, at) => Math.abs(pcm.readInt16LE(at * 2))));

describe('a dialogue', () => {
  it('has the sound of each voice, with silence between, and says who speaks', async () => {
    const text = 'Anna: How many users are there?\nBen: Ten thousand. And more to come.';
    const speech = await speakDialogue(engine, request(text));
    const question = { text: 'How many users are there?', language: 'en', speed: 1 };
    const anna = await engine.speak({ ...question, voice: 'en-gb+f2' });
    const other = await engine.speak({ ...question, voice: 'en-us' });
    const answer = { text: 'Ten thousand. And more to come.', language: 'en', voice: 'en-us' };
    const [ben, slow] = [await engine.speak({ ...answer, speed: 1.5 }), await engine.speak({ ...answer, speed: 1 })];

    expect(speech.pcm.subarray(0, anna.pcm.length).equals(anna.pcm)).toBe(true);
    expect(speech.pcm.subarray(0, anna.pcm.length).equals(other.pcm)).toBe(false);
    expect(speech.pcm.subarray(-ben.pcm.length).equals(ben.pcm)).toBe(true);
    expect(ben.durationSeconds).toBeLessThan(slow.durationSeconds * 0.8);
    expect(speech.durationSeconds).toBeCloseTo(anna.durationSeconds + 0.4 + ben.durationSeconds, 3);
    const { durationSeconds: turn } = anna;
    expect(loudest(cut(speech.pcm, turn + 0.01, turn + 0.39))).toBe(0);

    expect(speech.sentences.map(({ speaker, text: words }) => `${speaker}: ${words}`)).toEqual([
      'Anna: How many users are there?',
      'Ben: Ten thousand.',
      'Ben: And more to come.',
    ]);
    for (const { start_seconds, end_seconds } of speech.sentences)
      expect(loudest(cut(speech.pcm, start_seconds, end_seconds))).toBeGreaterThan(3000);
  });

  it('of one voice without speakers is what the engine makes', async () => {
    const spoken = { text: 'Hello there.', language: 'en', voice: 'en-gb', speed: 1 };
    const alone = await engine.speak(spoken);
    expect((await speakDialogue(engine, spoken)).pcm.equals(alone.pcm)).toBe(true);
    expect(await speakDialogue(engine, { ...spoken, speakers })).toEqual(alone);
  });

  it('uses the voice of the text for a voice that is not there, and leaves out what has no words', async () => {
    const text = '<speak><voice name="missing">Hello there.</voice><voice name="Anna">…</voice></speak>';
    const alone = await engine.speak({ text: 'Hello there.', language: 'en', speed: 1 });
    const speech = await speakDialogue(engine, request(text));
    expect(speech.pcm.equals(alone.pcm)).toBe(true);
  });

  it.each(['', 'Hello again.'])('has speed 1 in a voice whose speed cannot be set, before %j', async (more) => {
    const steadyEngine = { ...engine, takesSpeed: (voice: string) => voice !== 'en-gb' };
    const text = `<speak><voice name="en-gb">Hello there.</voice>${more}</speak>`;
    const alone = await engine.speak({ text: 'Hello there.', language: 'en', voice: 'en-gb', speed: 1 });
    const { pcm } = await speakDialogue(steadyEngine, { text, language: 'en', speed: 2 });
    expect(pcm.subarray(0, alone.pcm.length).equals(alone.pcm)).toBe(true);
  });

  it('has no speech without words', async () => {
    await expect(speakDialogue(engine, request('Anna: …\nBen:'))).rejects.toMatchObject({ code: 'no_speech' });
  });
});

describe('the address of a dialogue', () => {
  const hashOf = (text: string, more: object = {}) => hashSpeechRequest(espeakIdentity, request(text, more)).hash;
  const text = 'Anna: Hello.\nBen: Hi.';

  it('depends on voices, speeds, names and words of its parts', () => {
    const hashes = [
      hashOf(text),
      hashOf('Anna: Hello.\nBen: Ho.'),
      hashOf('Ben: Hello.\nAnna: Hi.'),
      hashOf('Hello.\nHi.'),
      hashOf(text, { speakers: { ...speakers, Anna: { voice: 'en-gb' } } }),
      hashOf(text, { speakers: { ...speakers, Ben: { voice: 'en-us' } } }),
      hashOf(text.replaceAll('Anna', 'Eva'), { speakers: { ...speakers, Eva: speakers.Anna } }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('does not depend on speakers who are not named', () => {
    expect(hashOf(text, { speakers: { ...speakers, Eva: { voice: 'fr' } } })).toBe(hashOf(text));
    expect(hashOf('Hello.')).toBe(hashOf('Hello.', { speakers: undefined }));
  });
});
