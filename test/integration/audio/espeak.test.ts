import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import espeak from 'espeak-ng';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SpeechRequest } from '#engine/speech/engine.ts';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import { ESPEAK_VOICE_NAMES } from '#engine/speech/engines/espeak-voice-names.ts';
import { samplesOf } from '#test/support/audio/measure.ts';
import { longestSilence, samplesOfPcm } from '#test/support/audio/measure-speech.ts';
import { isWhole } from '#test/support/depth.ts';

const engine = createEspeakEngine();
const speak = (text: string, request: Partial<SpeechRequest> = {}, signal?: AbortSignal) =>
  engine.speak({ text, language: 'en', speed: 1, ...request }, signal);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espeak-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('text is data', () => {
  test.each(['--version', '-v de hello', '-f /etc/passwd', '@file is here', '-m <b'])(
    '"%s" is spoken',
    async (text) => {
      const { sentences, durationSeconds } = await speak(text);
      expect(sentences.map((sentence) => sentence.text)).toEqual([text]);
      expect(durationSeconds).toBeGreaterThan(0.3);
    },
  );

  test('markup of the engine is not obeyed', async () => {
    const { pcm, durationSeconds } = await speak('one <break time="9s"/> two <prosody rate="1%"> three');
    expect(longestSilence(samplesOfPcm(pcm), 0, durationSeconds)).toBeLessThan(1);
    expect(durationSeconds).toBeLessThan(9);
  });

  test('phoneme input and embedded commands of the engine are not obeyed', async () => {
    const phonemes = await speak(String.raw`\[[h@l@U]]`);
    expect(phonemes.durationSeconds).toBeGreaterThan((await speak('hello')).durationSeconds + 0.5);
    const commands = await speak('one \u0001400S two');
    expect(commands.pcm.equals((await speak('one 400S two')).pcm)).toBe(true);
  });

  test('an emoji is not spoken, and stays in the caption', async () => {
    const { pcm, sentences } = await speak('Well done! 🎉');
    expect(sentences.map(({ text }) => text)).toEqual(['Well done! 🎉']);
    expect(pcm.equals((await speak('Well done!')).pcm)).toBe(true);
  });

  test('the longest line of the widest characters is one sentence and is heard to its end', async () => {
    const { sentences, durationSeconds } = await speak('अ'.repeat(300), { language: 'hi' });
    expect(sentences.length).toBe(1);
    expect(durationSeconds).toBeGreaterThan(4);
  });
});

test('the speed stretches words and pauses alike', async () => {
  const text = 'Welcome to the quarterly review. Revenue grew by a quarter.';
  const { durationSeconds: ordinary } = await speak(text);
  expect((await speak(text, { speed: 0.5 })).durationSeconds / ordinary).toBeCloseTo(2, 0);
  expect((await speak(text, { speed: 2 })).durationSeconds / ordinary).toBeCloseTo(0.5, 1);
});

test('the same request gives the same samples; another voice gives others', async () => {
  const [one, again, other] = await Promise.all([
    speak('Hello.'),
    speak('Hello.'),
    speak('Hello.', { voice: 'en-gb+f3' }),
  ]);
  expect(one.pcm.equals(again.pcm)).toBe(true);
  expect(one.pcm.equals(other.pcm)).toBe(false);
});

test('a word too short for a loudness measurement is audible and not clipped', async () => {
  const { pcm } = await speak('Hi.', { speed: 2 });
  const samples = samplesOf(pcm);
  expect(samples.length).toBeLessThan(0.4 * 48_000);
  const peak = samples.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0);
  expect(20 * Math.log10(peak / 32_768)).toBeGreaterThan(-6);
  expect(20 * Math.log10(peak / 32_768)).toBeLessThan(-1.5);
});

test.runIf(isWhole)(
  'a text whose speech would last longer than 30 minutes is refused, and what follows is said as ever',
  async () => {
    const speech = speak('777777 '.repeat(714).trim(), { speed: 0.5 });
    await expect(speech).rejects.toMatchObject({ name: 'SpeechError', code: 'too_long' });
    const request = { text: 'Hello.', language: 'en', speed: 1 };
    const [{ pcm }, { pcm: ofNew }] = await Promise.all([engine.speak(request), createEspeakEngine().speak(request)]);
    expect(pcm.equals(ofNew)).toBe(true);
  },
);

describe('no speech', () => {
  test.each(['', ' \n ', '...', '🎉 🎊', '—?!'])('of "%s"', async (text) => {
    await expect(speak(text)).rejects.toMatchObject({ name: 'SpeechError', code: 'no_speech' });
  });

  test.each([
    [{ language: 'xx' }, 'voice_unknown'],
    [{ voice: '--help' }, 'voice_unknown'],
    [{ speed: 3 }, 'speed_out_of_range'],
    [{ speed: Number.NaN }, 'speed_out_of_range'],
  ])('with %o', async (request, code) => {
    await expect(speak('Hello.', request)).rejects.toMatchObject({ name: 'SpeechError', code });
  });

  test('of an engine that crashes or hangs', async () => {
    const scripted = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
    const broken = [
      createEspeakEngine({ workerUrl: scripted('throw new Error("out of memory")') }),
      createEspeakEngine({ workerUrl: scripted('process.exit(0)') }),
      createEspeakEngine({ workerUrl: scripted('for (;;);'), timeoutMs: 300 }),
    ];
    for (const engine of broken) {
      const speech = engine.speak({ text: 'Hello.', language: 'en', speed: 1 });
      await expect(speech).rejects.toMatchObject({ name: 'SpeechError', code: 'engine_failed' });
    }
  });

  test('after an abort, with its reason', async () => {
    const reason = new Error('the lease was lost');
    await expect(speak('Hello.', {}, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const speech = speak('A long story. '.repeat(300), {}, controller.signal);
    setImmediate(() => controller.abort(reason));
    await expect(speech).rejects.toBe(reason);
  });
});

test('no file is left behind', async () => {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const existing = await readdir(folder);
    await speak('Hello.');
    expect(await readdir(folder)).toEqual(existing);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});

test('the table of voices is what the package lists', async () => {
  const lines: string[] = [];
  await espeak({ arguments: ['--voices'], print: (line) => void lines.push(line), printErr: () => undefined });
  const listed = lines.slice(1).map((line) => line.trim().split(/\s+/)[1] ?? '');
  expect(new Set(listed.filter((name) => !name.startsWith('chr-')))).toEqual(ESPEAK_VOICE_NAMES);
});
