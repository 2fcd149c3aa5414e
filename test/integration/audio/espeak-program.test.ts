import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import espeak from 'espeak-ng';
import { beforeAll, describe, expect, test } from 'vitest';
import { type EspeakRun, type LoadedEspeak, loadEspeak } from '#engine/speech/engines/espeak-program.ts';
import { ESPEAK_VOICE_NAMES, espeakProgramVoice } from '#engine/speech/engines/espeak-voice-names.ts';
import { decodeWavHeader } from '#engine/video/audio/wav.ts';
import { isTried } from '#test/support/depth.ts';

const run = (voice: string, lines: string[], change: Partial<EspeakRun> = {}): EspeakRun => ({
  lines,
  voice,
  isMarkup: false,
  wordsPerMinute: 165,
  amplitude: 60,
  ...change,
});

/** Other voices, dictionaries, scripts, paces, markup, one line and many, sound and none. */
const RUNS: readonly EspeakRun[] = [
  run('en-us', ['Number 1.', 'All of these slides differ in what they say and show.']),
  run('de+f2', ['Guten Tag.', 'Der Umsatz stieg um 12,5 Prozent.'], { wordsPerMinute: 247 }),
  run('cmn', ['你好，世界。']),
  run('ar', ['مرحبا بكم.', 'نبدأ الآن.'], { wordsPerMinute: 83 }),
  run('en-us', ['This is <prosody volume="x-loud" rate="85%">very</prosody> good.'], { isMarkup: true, amplitude: 30 }),
  run('en-gb+m7', ['Hello.', '', 'A line without words was before this one.']),
  run('hi', ['नमस्ते दुनिया।']),
  run('en-us', ['Well, what is this?']),
];

const pcmOf = (wav: Uint8Array): Buffer => Buffer.from(wav.subarray(decodeWavHeader(Buffer.from(wav)).dataOffset));

/** All that a program says which was started for this run alone, in the way of the package's own documentation. */
async function saidByNewProgram({ lines, voice, isMarkup, wordsPerMinute, amplitude }: EspeakRun): Promise<Buffer> {
  const input = [...Buffer.from(lines.map((line) => `${line}\n`).join(''))];
  let isEndOfLine = false;
  const { FS } = await espeak({
    // biome-ignore format: an option and its value on one line
    arguments: [
      '-v', espeakProgramVoice(voice), '-s', String(wordsPerMinute), '-a', String(amplitude), '-b', '1', '-z', '-D', '-w', '/out.wav',
      ...(isMarkup ? ['-m'] : []),
    ],
    stdin() {
      const next = isEndOfLine ? undefined : input.shift();
      isEndOfLine = next === 10;
      return next ?? null;
    },
    print: () => undefined,
    printErr: () => undefined,
  });
  return pcmOf(FS.readFile('/out.wav'));
}

const saidBy = (program: LoadedEspeak, wanted: EspeakRun): Buffer =>
  Buffer.concat(program.run(wanted).clips.map((clip) => Buffer.from(clip.buffer)));

let module: WebAssembly.Module;
let program: LoadedEspeak;
beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('espeak-ng/dist/espeak-ng.wasm');
  module = await WebAssembly.compile(await readFile(file));
  program = await loadEspeak(module);
});

describe('a program that has spoken before', () => {
  const expected: Buffer[] = [];
  beforeAll(async () => {
    for (const wanted of RUNS) expected.push(await saidByNewProgram(wanted));
  });

  test.each([
    ['in order', RUNS.map((_, i) => i)],
    ['backwards', RUNS.map((_, i) => RUNS.length - 1 - i)],
    ['the same again and again', [4, 4, 0, 0, 3, 3]],
  ])('says the bytes of a new one: %s', (_, order) => {
    for (const i of order) {
      const said = saidBy(program, RUNS[i] as EspeakRun);
      expect(said.length).toBeGreaterThan(10_000);
      expect(said.equals(expected[i] as Buffer), `run ${i} of ${order}`).toBe(true);
    }
  });
});

test('each voice sounds different with a variant', () => {
  // Each run resets the memory of the program: the 262 runs of all voices take 6 s. Those tried always include voices named unlike their files.
  const tried = [...ESPEAK_VOICE_NAMES].filter((voice, at) => ['en-gb', 'fr-fr'].includes(voice) || isTried(at, 17));
  const same = tried.filter((voice) =>
    saidBy(program, run(voice, ['na.'])).equals(saidBy(program, run(`${voice}+f3`, ['na.']))),
  );
  expect(tried).toContain('en-gb');
  expect(same).toEqual([]);
}, 60_000);

test('a voice that is not there is an error', async () => {
  const other = await loadEspeak(module);
  expect(() => other.run(run('nobody', ['Hello.']))).toThrow('espeak-ng failed');
});
