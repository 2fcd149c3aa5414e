import { beforeEach, describe, expect, it } from 'vitest';
import type { SpeechEngineIdentity, SpeechEngineVoice } from '#engine/speech/engine.ts';
import { combinedEngineIdentity } from '#engine/speech/engines/combined-engine.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { pollyIdentity } from '#engine/speech/engines/polly-identity.ts';
import { naturalVoiceIdentity } from '#engine/speech/natural/natural-voice-identity.ts';
import { voicesOfLanguage } from '#engine/speech/voice-catalog.ts';
import {
  type ListVoicesWithSamplesDeps,
  listVoicesWithSamples,
  type VoiceAnswer,
} from '#features/narration/list-voices.ts';
import {
  type StoreMissingVoiceSampleDeps,
  storeMissingVoiceSample,
  VOICE_SAMPLE_TIME_LIMIT_SECONDS,
  voiceSampleOf,
} from '#features/narration/voice-sample.ts';
import { voiceSampleText } from '#features/narration/voice-sample-text.ts';
import { handClock } from '#test/support/samples/entities.ts';

const voice = (id: string, language = 'de'): SpeechEngineVoice => ({ id, name: `Voice ${id}`, language, variants: [] });
const engine = (version = '1', voices: SpeechEngineVoice[] = []): SpeechEngineIdentity => ({
  id: 'e',
  version,
  voiceFor: (_, wanted) => wanted,
  takesSpeed: () => true,
  voices: () => voices,
});

let files: Map<string, string>;
let complaints: string[];
let hand: ReturnType<typeof handClock>;
const log = {
  info: () => undefined,
  warn: (message: string) => void complaints.push(message),
  error: (message: string) => void complaints.push(message),
};
beforeEach(() => {
  files = new Map();
  complaints = [];
  hand = handClock();
});

describe('voices that are shown', () => {
  let asked: string[];
  let looks: number;
  let waited: number[];
  /** What the workers do while a list waits. */
  let meanwhile: (looked: number) => void;
  beforeEach(() => {
    asked = [];
    waited = [];
    looks = 0;
    meanwhile = () => undefined;
  });

  const deps = (change: Partial<ListVoicesWithSamplesDeps> = {}): ListVoicesWithSamplesDeps => ({
    engine: engine(),
    files: {
      async sizeOf(key) {
        looks += 1;
        return files.get(key)?.length;
      },
      presignGet: async (key) => `https://files.example/${key}`,
    },
    queue: { ask: async (voices) => void asked.push(...voices) },
    clock: hand.clock,
    async wait(milliseconds) {
      waited.push(milliseconds);
      meanwhile(waited.length);
    },
    known: new Set(),
    asked: new Map(),
    log,
    ...change,
  });
  const provide = (...voices: SpeechEngineVoice[]) => {
    for (const one of voices) files.set(voiceSampleOf(engine(), one).key, 'audio/mpeg');
  };
  const sampled = (answers: VoiceAnswer[]) => answers.map(({ sample }) => sample !== null);

  it('have the samples that are there, in their language, at once', async () => {
    provide(voice('a'), voice('b', 'en'));
    const shown = await listVoicesWithSamples(deps(), [voice('a'), voice('b', 'en')]);
    expect(shown[0]).toMatchObject({ id: 'a', name: 'Voice a', engine: 'e', gender: null, other_languages: [] });
    expect(shown.map(({ sample }) => sample?.text)).toEqual([voiceSampleText('de'), voiceSampleText('en')]);
    expect(shown.map(({ sample }) => sample?.url)).toEqual(
      [...files.keys()].map((key) => `https://files.example/${key}`),
    );
    expect([asked, waited]).toEqual([[], []]);
  });

  it('have the quality of the engine that speaks with each, and the address of their sample by itself', async () => {
    const both = combinedEngineIdentity('natural', [naturalVoiceIdentity, espeakIdentity]);
    const list = both.voices().filter(({ id }) => ['heart', 'de'].includes(id));
    for (const one of list) files.set(voiceSampleOf(both, one).key, 'audio/mpeg');
    const shown = await listVoicesWithSamples(deps({ engine: both }), list);
    expect(shown.map(({ id, engine: by, quality }) => [id, by, quality])).toEqual([
      ['heart', 'natural', 'natural'],
      ['de', 'espeak-ng', 'robotic'],
    ]);
    expect(shown.map(({ sample_url }) => sample_url)).toEqual(shown.map(({ sample }) => sample?.url));
    const [unknown] = await listVoicesWithSamples(deps(), [voice('z')]);
    expect(unknown).toMatchObject({ quality: null, sample: null, sample_url: null });
  });

  it('have those that are missing asked for, and come with them when they are made soon', async () => {
    provide(voice('b'));
    meanwhile = (looked) => (looked === 2 ? provide(voice('a'), voice('c')) : undefined);
    expect(sampled(await listVoicesWithSamples(deps(), [voice('a'), voice('b'), voice('c')]))).toEqual([
      true,
      true,
      true,
    ]);
    expect(asked).toEqual(['a', 'c']);
    expect(waited).toHaveLength(2);
  });

  it('come after a second and a half without those that were not, which a later list has', async () => {
    const process = { known: new Set<string>(), asked: new Map<string, Date>() };
    meanwhile = () => provide(voice('b'));
    expect(sampled(await listVoicesWithSamples(deps(process), [voice('a'), voice('b')]))).toEqual([false, true]);
    expect(waited.reduce((sum, milliseconds) => sum + milliseconds)).toBe(1500);
    provide(voice('a'));
    expect(sampled(await listVoicesWithSamples(deps(process), [voice('a'), voice('b')]))).toEqual([true, true]);
    expect(asked).toEqual(['a', 'b']);
  });

  it('are asked for once a minute by one process', async () => {
    const process = { asked: new Map<string, Date>() };
    for (const seconds of [0, 30, 29, 1, 59]) {
      hand.pass(seconds);
      await listVoicesWithSamples(deps(process), [voice('a')]);
    }
    expect(asked).toEqual(['a', 'a']);
  });

  it('are asked for ten at a time, so that no narration waits behind all the voices there are', async () => {
    const process = { asked: new Map<string, Date>() };
    const many = Array.from({ length: 25 }, (_, index) => voice(`v${index}`));
    for (const expected of [10, 20, 25, 25]) {
      await listVoicesWithSamples(deps(process), many);
      expect(asked).toHaveLength(expected);
    }
    expect(new Set(asked).size).toBe(25);
  });

  it('are asked for again at once when the queue could not be reached', async () => {
    const process = { asked: new Map<string, Date>() };
    const queue = { ask: async () => Promise.reject(new Error('no queue')) };
    expect(sampled(await listVoicesWithSamples(deps({ ...process, queue }), [voice('a')]))).toEqual([false]);
    expect(complaints).toEqual(['samples of voices could not be looked for']);
    await listVoicesWithSamples(deps(process), [voice('a')]);
    expect(asked).toEqual(['a']);
  });

  it('are not looked for again by a process that knows them', async () => {
    const known = new Set<string>();
    provide(voice('a'));
    await listVoicesWithSamples(deps({ known }), [voice('a')]);
    expect(looks).toBe(1);
    expect(sampled(await listVoicesWithSamples(deps({ known }), [voice('a')]))).toEqual([true]);
    expect(looks).toBe(1);
  });

  it('are shown all the same when nothing can be looked up', async () => {
    const gone = { ...deps().files, sizeOf: async () => Promise.reject(new Error('no bucket')) };
    expect(sampled(await listVoicesWithSamples(deps({ files: gone }), [voice('a')]))).toEqual([false]);
  });
});

describe('the sample of a voice', () => {
  let spoken: string[];
  let speak: StoreMissingVoiceSampleDeps['speak'];
  beforeEach(() => {
    spoken = [];
    speak = async ({ voice: id = '', text }) => {
      spoken.push(id);
      return {
        sampleRate: 48_000,
        pcm: Buffer.alloc(96),
        sentences: [{ text, start_seconds: 0, end_seconds: 0.001 }],
        durationSeconds: 0.001,
      };
    };
  });
  const deps = (version = '1'): StoreMissingVoiceSampleDeps => ({
    engine: engine(version, [voice('a'), voice('b')]),
    files: {
      sizeOf: async (key) => files.get(key)?.length,
      putBytes: async (key, _, type) => void files.set(key, type),
    },
    speak: (request, signal) => speak(request, signal),
    toMp3: async () => Buffer.from('mp3'),
    deadline: () => new AbortController().signal,
    log,
  });

  const hidden: number[] = [];
  const receipt = { hideFor: async (seconds: number) => void hidden.push(seconds) };

  it('keeps its message hidden for longer than the work may take', async () => {
    await storeMissingVoiceSample(deps(), 'a', receipt);
    expect(hidden[0]).toBeGreaterThan(VOICE_SAMPLE_TIME_LIMIT_SECONDS);
  });

  it('is made once, under its content', async () => {
    await storeMissingVoiceSample(deps(), 'a', receipt);
    await storeMissingVoiceSample(deps(), 'a', receipt);
    expect(spoken).toEqual(['a']);
    expect([...files]).toEqual([[voiceSampleOf(engine(), voice('a')).key, 'audio/mpeg']]);
    expect([...files.keys()][0]).toMatch(/^voices\/e\/[0-9a-f]{64}\.mp3$/);
  });

  it('is another one of another version of the engine', async () => {
    await storeMissingVoiceSample(deps(), 'a', receipt);
    await storeMissingVoiceSample(deps('2'), 'a', receipt);
    expect(files.size).toBe(2);
  });

  it('that cannot be made is reported to the log, and its message is done with', async () => {
    const ordinary = speak;
    speak = () => Promise.reject(new Error('hoarse'));
    await storeMissingVoiceSample(deps(), 'a', receipt);
    await storeMissingVoiceSample(deps(), 'no such voice', receipt);
    expect(complaints).toHaveLength(2);
    expect(files.size).toBe(0);
    speak = ordinary;
    await storeMissingVoiceSample(deps(), 'a', receipt);
    expect(files.size).toBe(1);
  });
});

describe('a list of voices by language', () => {
  const idsOf = (identity: SpeechEngineIdentity, language: string) =>
    voicesOfLanguage(identity, language).map(({ id }) => id);

  it('has those of every region, and those that speak it besides their own', () => {
    expect(idsOf(pollyIdentity, 'de-LI')).toEqual(['Vicki', 'Daniel', 'Hannah', 'Sabrina']);
    expect(idsOf(pollyIdentity, 'hi')).toEqual(['Kajal']);
    expect(idsOf(pollyIdentity, 'zh-TW')).toEqual(['Zhiyu']);
    expect(idsOf(espeakIdentity, 'cmn')).toEqual(idsOf(espeakIdentity, 'zh'));
    expect(idsOf(pollyIdentity, 'ru')).toEqual([]);
  });
});

describe('the text of a sample', () => {
  it.each(espeakIdentity.voices().map(({ id, language }) => [id, language]))(
    'of the voice %s (%s) has something to say',
    (_, language) => {
      expect(voiceSampleText(language)).toMatch(/[\p{L}\p{N}]/u);
      expect(voiceSampleText(language)).not.toContain('undefined');
    },
  );

  it('is a sentence of the language, else its own name and numbers', () => {
    expect(voiceSampleText('de-AT')).toBe(voiceSampleText('de'));
    expect(voiceSampleText('no')).toBe(voiceSampleText('nb'));
    expect(voiceSampleText('eu')).toMatch(/^euskara\. 1/);
  });
});
