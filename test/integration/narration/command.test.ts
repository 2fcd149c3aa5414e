import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandEngineSettings } from '#engine/speech/engine-choice.ts';
import { createCommandEngine } from '#engine/speech/engines/command.ts';
import { commandEngineIdentity } from '#engine/speech/engines/command-identity.ts';
import { longestSilence, loudnessOf, onsetAfter, samplesOfPcm, stepAt } from '#test/support/audio/measure-speech.ts';
import { patiently } from '#test/support/patiently.ts';

const SYNTHESIZER = fileURLToPath(new URL('../../fixtures/narration/synthesizer.mjs', import.meta.url));
const TEXT = 'The first sentence is here. The second one follows.';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const settings = (behaviour: string, ...args: string[]): CommandEngineSettings => ({
  command: [process.execPath, SYNTHESIZER, behaviour],
  voices: [
    { id: 'tone', language: 'en-US', args },
    { id: 'ton', language: 'de', name: 'Der Ton', gender: 'male', args },
  ],
  sampleRate: 22_050,
  version: undefined,
  environment: { PATH: process.env.PATH ?? '' },
});
const LIMITS = { timeoutMs: 120_000, bytes: 4 * 2 ** 20 };
const engineOf = (behaviour: string, ...args: string[]) => createCommandEngine(settings(behaviour, ...args), LIMITS);
const ask = (text = TEXT, speed = 1) => ({ text, language: 'en', speed });

describe.each(['wav', 'raw'])('a synthesizer that writes %s', (behaviour) => {
  it('is heard sentence by sentence, each where it is said to be', async () => {
    const speech = await engineOf(behaviour).speak(ask());
    expect(speech.sentences.map(({ text }) => text)).toEqual([
      'The first sentence is here.',
      'The second one follows.',
    ]);
    const sound = samplesOfPcm(speech.pcm);
    for (const { start_seconds, end_seconds } of speech.sentences) {
      expect(Math.abs(onsetAfter(sound, start_seconds) ?? 1)).toBeLessThan(0.05);
      expect(stepAt(sound, start_seconds).isClick).toBe(false);
      expect(stepAt(sound, end_seconds).isClick).toBe(false);
    }
    // 22 and 20 letters of 60 ms each, and the pause
    expect(speech.durationSeconds).toBeCloseTo(22 * 0.06 + 0.4 + 19 * 0.06, 1);
    expect(longestSilence(sound, 0, speech.durationSeconds)).toBeCloseTo(0.4, 1);
    const { integrated, truePeak } = await loudnessOf(sound);
    expect(Math.abs(integrated + 16)).toBeLessThanOrEqual(1);
    expect(truePeak).toBeLessThanOrEqual(-1.5);
  });
});

describe('the input of a synthesizer', () => {
  it('is one line on its standard input, its own arguments, and nothing of our environment', async () => {
    const diary = join(folder, 'diary.jsonl');
    const text = '--help; $(touch x) $HOME \\[[h@l@U]]\u0001 🎉 "quoted"\nSecond line.';
    await engineOf('diary', diary).speak(ask(text));
    const entries = (await readFile(diary, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(entries.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
      { line: '--help; $(touch x) $HOME [ [h@l@U]] "quoted"\n', options: [diary], environment: ['PATH'] },
      { line: 'Second line.\n', options: [diary], environment: ['PATH'] },
    ]);
  });

  it.each([
    [0.5, 'length={length_scale}', 2],
    [2, 'length={length_scale}', 0.5],
    [2, 'length={speed}', 2],
  ])('speed %s as %s stretches it %s times', async (speed, argument, times) => {
    const one = await engineOf('wav', argument).speak(ask('Just one sentence.'));
    const other = await engineOf('wav', argument).speak(ask('Just one sentence.', speed));
    expect(other.durationSeconds / one.durationSeconds).toBeCloseTo(times, 1);
  });

  it.each([
    [[], false],
    [['length={speed}'], true],
    [['length={length_scale}'], true],
  ])('the arguments %j say whether a voice takes a speed: %s', (args, takes) => {
    expect(commandEngineIdentity(settings('wav', ...args)).takesSpeed('tone')).toBe(takes);
  });

  it('a voice without a place for the speed has one pace', async () => {
    const speech = engineOf('wav').speak(ask(TEXT, 1.5));
    await expect(speech).rejects.toMatchObject({ name: 'SpeechError', code: 'speed_out_of_range' });
  });
});

describe('a synthesizer that fails', () => {
  it.each(['die', 'garbage', 'nothing'])('by %s gives no speech', async (behaviour) => {
    const speech = engineOf(behaviour).speak(ask());
    await expect(speech).rejects.toMatchObject({ name: 'SpeechError', code: 'engine_failed' });
  });

  it('leaves how it ended in the cause, for the log, and nothing of what it was asked to say', async () => {
    const failed: unknown = await engineOf('echo')
      .speak(ask('Secret words of the notes.'))
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ cause: { message: 'it ended with code 3, with 27 bytes on stderr' } });
    expect(inspect(failed, { depth: null, showHidden: true })).not.toContain('Secret');
  });

  it('by saying more than 30 minutes is not asked for the rest', async () => {
    const diary = join(folder, 'drone.txt');
    const engine = createCommandEngine({ ...settings('drone', diary), sampleRate: 8000 }, LIMITS);
    const speech = engine.speak(ask('A b. '.repeat(30)));
    await expect(speech).rejects.toMatchObject({ name: 'SpeechError', code: 'too_long' });
    // 250 s each
    expect((await readFile(diary, 'utf8')).length).toBeLessThan(12);
  });

  it('by writing silence has said nothing', async () => {
    await expect(engineOf('silent').speak(ask())).rejects.toMatchObject({ code: 'no_speech' });
  });

  it('to read its input is heard all the same', async () => {
    expect((await engineOf('deaf').speak(ask())).sentences.length).toBe(2);
  });

  it('to end its output is stopped at the limit', async () => {
    const speech = engineOf('flood').speak(ask());
    await expect(speech).rejects.toMatchObject({
      code: 'engine_failed',
      cause: { message: `it wrote more than ${LIMITS.bytes} bytes` },
    });
  });

  it.each(['by its time', 'by an abort'])('to end at all is stopped %s, with all that it has started', async (how) => {
    const file = join(folder, `pid ${how}`);
    const reason = new Error('the lease was lost');
    const controller = new AbortController();
    const limits = { ...LIMITS, timeoutMs: how === 'by its time' ? 5000 : 120_000 };
    // A child that keeps the output open. A shell is up long before its time is over, also on a busy machine.
    const command: [string, ...string[]] = ['/bin/sh', '-c', 'sleep 600 & echo $! >"$0"; wait'];
    const engine = createCommandEngine({ ...settings('hang', file), command }, limits);
    const speech = engine.speak(ask('One sentence.'), controller.signal);
    speech.catch(() => undefined);
    const pid = await patiently(async () => {
      const written = (await readFile(file, 'utf8')).trim();
      expect(written).not.toBe('');
      return written;
    });
    if (how === 'by an abort') {
      controller.abort(reason);
      await expect(speech).rejects.toBe(reason);
    } else await expect(speech).rejects.toMatchObject({ cause: { message: 'it was not done after 5000 ms' } });
    // A zombie process that was not collected does nothing.
    const state = () => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => 'gone');
    await patiently(async () => expect(await state()).toMatch(/^gone$|\) Z /));
  });
});

describe('the identity of a synthesizer', () => {
  it('lists the voices of the operator', () => {
    const { voices, voiceFor } = commandEngineIdentity(settings('wav'));
    expect(voices()).toEqual([
      { id: 'tone', name: 'tone', language: 'en-US', gender: undefined, variants: [] },
      { id: 'ton', name: 'Der Ton', language: 'de', gender: 'male', variants: [] },
    ]);
    expect([voiceFor('en'), voiceFor('en-GB'), voiceFor('de-AT'), voiceFor('fr'), voiceFor('fr', 'Ton')]).toEqual([
      'tone',
      'tone',
      'ton',
      undefined,
      'ton',
    ]);
  });

  it('changes with the command, with a file that it names, and with the version that the operator gives it', async () => {
    const model = join(folder, 'model.onnx');
    await writeFile(model, 'weights');
    const versionOf = (change: Partial<CommandEngineSettings> = {}, behaviour = 'wav') =>
      commandEngineIdentity({ ...settings(behaviour, model), ...change }).version;
    const first = versionOf();
    expect(versionOf()).toBe(first);
    expect(versionOf({}, 'raw')).not.toBe(first);
    await writeFile(model, 'other weights');
    expect(versionOf()).not.toBe(first);
    expect(versionOf({ version: '7' })).toBe(versionOf({ version: '7' }, 'raw'));
    expect(versionOf({ version: '7' })).not.toBe(versionOf({ version: '8' }));
  });

  it('is refused where its program is not there', () => {
    expect(() => commandEngineIdentity({ ...settings('wav'), command: ['no-such-synthesizer'] })).toThrow(
      'NARRATION_COMMAND: there is no program no-such-synthesizer.',
    );
  });
});
