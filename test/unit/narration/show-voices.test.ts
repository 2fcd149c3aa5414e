import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineVoice, NarratorIdentity } from '../../../lib/narration/engine.ts';
import { espeakIdentity } from '../../../lib/narration/engines/espeak-identity.ts';
import { pollyIdentity } from '../../../lib/narration/engines/polly-identity.ts';
import { listVoices } from '../../../lib/narration/list-voices.ts';
import { sampleText } from '../../../lib/narration/sample-text.ts';
import { type ShowVoicesTools, showVoices } from '../../../lib/narration/show-voices.ts';

const voice = (id: string, language = 'de'): EngineVoice => ({ id, name: `Voice ${id}`, language, variants: [] });
const engine = (version = '1'): NarratorIdentity => ({
  id: 'e',
  version,
  voiceFor: (_, wanted) => wanted,
  voices: () => [],
});

let files: Map<string, string>;
let spoken: string[];
let complaints: string[];
let busiest: number;
let speak: ShowVoicesTools['speak'];
beforeEach(() => {
  files = new Map();
  spoken = [];
  complaints = [];
  busiest = 0;
  let busy = 0;
  speak = async ({ voice: id = '', text }) => {
    busiest = Math.max(busiest, ++busy);
    spoken.push(id);
    await Promise.resolve();
    busy--;
    return {
      sampleRate: 48_000,
      pcm: Buffer.alloc(96),
      sentences: [{ text, start_seconds: 0, end_seconds: 0.001 }],
      durationSeconds: 0.001,
    };
  };
});

const tools = (change: Partial<ShowVoicesTools> = {}): ShowVoicesTools => ({
  engine: engine(),
  files: {
    sizeOf: async (key) => files.get(key)?.length,
    putBytes: async (key, _, type) => void files.set(key, type),
    presignGet: async (key) => `https://files.example/${key}`,
  },
  speak: (request, signal) => speak(request, signal),
  toMp3: async () => Buffer.from('mp3'),
  deadline: () => new AbortController().signal,
  known: new Set(),
  log: {
    info: () => undefined,
    warn: (message) => void complaints.push(message),
    error: (message) => void complaints.push(message),
  },
  ...change,
});

describe('voices that are shown', () => {
  it('have a sample in their language, made for the first who is shown them and for nobody after', async () => {
    const first = await showVoices(tools(), [voice('a'), voice('b', 'en')]);
    const again = await showVoices(tools(), [voice('a'), voice('b', 'en')]);
    expect(first).toEqual(again);
    expect(first[0]).toMatchObject({ id: 'a', name: 'Voice a', engine: 'e', gender: null, other_languages: [] });
    expect(first.map(({ sample }) => sample?.text)).toEqual([sampleText('de'), sampleText('en')]);
    expect(first.map(({ sample }) => sample?.url)).toEqual(
      [...files.keys()].map((key) => `https://files.example/${key}`),
    );
    for (const [key, type] of files) {
      expect(key).toMatch(/^voices\/e\/[0-9a-f]{64}\.mp3$/);
      expect(type).toBe('audio/mpeg');
    }
    expect(spoken.toSorted()).toEqual(['a', 'b']);
  });

  it('are not looked for again by a process that knows them', async () => {
    const known = new Set<string>();
    await showVoices(tools({ known }), [voice('a')]);
    const blind = { ...tools().files, sizeOf: async () => Promise.reject(new Error('not asked')) };
    expect((await showVoices(tools({ known, files: blind }), [voice('a')]))[0]?.sample).not.toBeNull();
    expect(complaints).toEqual([]);
  });

  it('get other samples from another version of the engine', async () => {
    const [one] = await showVoices(tools(), [voice('a')]);
    const [two] = await showVoices(tools({ engine: engine('2') }), [voice('a')]);
    expect(one?.sample?.url).not.toBe(two?.sample?.url);
  });

  it('have their samples made two at once', async () => {
    await showVoices(
      tools(),
      ['a', 'b', 'c', 'd', 'e'].map((id) => voice(id)),
    );
    expect(spoken.length).toBe(5);
    expect(busiest).toBe(2);
  });

  it('are shown without a sample when time is up, and the next list goes on', async () => {
    const controller = new AbortController();
    const ordinary = speak;
    speak = async (request, signal) => {
      if (spoken.length === 2) controller.abort();
      signal.throwIfAborted();
      return ordinary(request, signal);
    };
    const voices = ['a', 'b', 'c', 'd'].map((id) => voice(id));
    const first = await showVoices(tools({ deadline: () => controller.signal }), voices);
    expect(first.map(({ sample }) => sample !== null)).toEqual([true, true, false, false]);
    expect(complaints).toEqual([]);
    speak = ordinary;
    expect((await showVoices(tools(), voices)).every(({ sample }) => sample !== null)).toBe(true);
    expect(spoken).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are shown all the same when a sample cannot be made, or nothing can be looked up', async () => {
    const ordinary = speak;
    speak = (request, signal) =>
      request.voice === 'a' ? Promise.reject(new Error('hoarse')) : ordinary(request, signal);
    expect((await showVoices(tools(), [voice('a'), voice('b')])).map(({ sample }) => sample !== null)).toEqual([
      false,
      true,
    ]);
    expect(complaints).toEqual(['the sample of a voice could not be made']);
    const gone = { ...tools().files, sizeOf: async () => Promise.reject(new Error('no bucket')) };
    expect((await showVoices(tools({ files: gone }), [voice('a')]))[0]?.sample).toBeNull();
  });
});

describe('a list of voices by language', () => {
  const idsOf = (identity: NarratorIdentity, language: string) => listVoices(identity, language).map(({ id }) => id);

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
      expect(sampleText(language)).toMatch(/[\p{L}\p{N}]/u);
      expect(sampleText(language)).not.toContain('undefined');
    },
  );

  it('is a sentence of the language, else its own name and numbers', () => {
    expect(sampleText('de-AT')).toBe(sampleText('de'));
    expect(sampleText('no')).toBe(sampleText('nb'));
    expect(sampleText('eu')).toMatch(/^euskara\. 1/);
  });
});
