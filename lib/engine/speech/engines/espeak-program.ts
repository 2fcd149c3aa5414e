import espeak, { type EspeakModule } from 'espeak-ng';
import { decodeWavHeader } from '#engine/video/audio/wav.ts';
import { MAX_SPEECH_SECONDS, SpeechError } from '../engine.ts';
import { type EspeakWord, listenToEspeakWords } from './espeak-events.ts';
import type { EspeakInput } from './espeak-input.ts';
import { espeakProgramVoice } from './espeak-voice-names.ts';

/** One run of the program: text, voice and settings. */
export interface EspeakRun extends EspeakInput {
  voice: string;
  wordsPerMinute: number;
  amplitude: number;
}

/** The sound of one run. */
export interface EspeakClips {
  /** Hz. */
  sampleRate: number;
  /** One per line, with the program's silence around it. */
  clips: Int16Array[];
  /** The words of each line, in order. */
  words: EspeakWord[][];
}

/** A loaded espeak-ng, which can be run any number of times. */
export interface LoadedEspeak {
  /**
   * Runs the program once for all lines. Blocks until it has ended.
   * @throws SpeechError `too_long`; another Error when the program failed: it must not be run again then
   */
  run(run: EspeakRun): EspeakClips;
  /**
   * The IPA of each line in a voice, without sound; empty for a line that the program cannot read.
   * @throws Error when the program failed: it must not be run again then
   */
  transcribe(voice: string, lines: readonly string[]): string[];
}

/** Exports of the WebAssembly program that are used. */
interface Exports {
  memory: { buffer: ArrayBuffer };
  __indirect_function_table: Parameters<typeof listenToEspeakWords>[0]['__indirect_function_table'];
  stackSave(): number;
  stackRestore(pointer: number): void;
  stackAlloc(bytes: number): number;
  fflush(stream: number): number;
  __main_argc_argv(count: number, strings: number): number;
}

/** The output file, in the program's file system, which is in memory. */
const WAV_PATH = '/speech.wav';
/** The maximum size of the output file: 16 bit at 22,050 Hz, the rate of all voices. */
const MAX_SPEECH_BYTES = MAX_SPEECH_SECONDS * 22_050 * 2;
/** The number of standard streams: input, output and errors. */
const STANDARD_STREAMS = 3;

/**
 * Loads espeak-ng. Loading takes ten times as long as speaking a sentence, so it is done once. Before each run, memory and stack
 * pointer are reset to their state right after loading, open streams are closed, and the output file of the last run is removed. The
 * program has no other state, so that a run gives the same samples whatever was spoken before. Its memory cannot grow.
 * @throws Error if the program was not instantiated
 */
export async function loadEspeak(module: WebAssembly.Module): Promise<LoadedEspeak> {
  let exports: Exports | undefined;
  let messages: string[] = [];
  let nextByte = (): number | null => null;
  let onWord = (_: EspeakWord): void => undefined;
  const addMessage = (text: string) => void messages.push(text);
  const { FS } = await espeak({
    noInitialRun: true,
    print: addMessage,
    printErr: addMessage,
    stdin: () => nextByte(),
    instantiateWasm: (imports, onInstantiated) => {
      void WebAssembly.instantiate(module, imports).then((instance) => {
        exports = instance.exports as unknown as Exports;
        onInstantiated(instance, module);
      });
      return {};
    },
  });
  if (!exports) throw new Error('espeak-ng was not loaded');
  const { memory, stackSave, stackRestore, stackAlloc, fflush, __main_argc_argv: main } = exports;
  const bytes = new Uint8Array(memory.buffer);
  const initialMemory = bytes.slice(0, countUsedBytes(memory.buffer));
  const stack = stackSave();
  listenToEspeakWords(exports, (word) => onWord(word));

  const reset = (): void => {
    bytes.set(initialMemory);
    bytes.fill(0, initialMemory.length);
    stackRestore(stack);
    for (const stream of FS.streams.slice(STANDARD_STREAMS)) if (stream) FS.close(stream);
    if (sizeOf(FS, WAV_PATH) !== undefined) FS.unlink(WAV_PATH);
    messages = [];
  };

  /** Puts a string on the program's stack. @returns its address */
  const pushString = (text: string): number => {
    const string = Buffer.from(`${text}\0`);
    const address = stackAlloc(string.length);
    bytes.set(string, address);
    return address;
  };

  const runMain = (args: readonly string[]): void => {
    const addresses = ['espeak-ng', ...args].map(pushString);
    const argvAddress = stackAlloc(4 * (addresses.length + 1));
    new Uint32Array(memory.buffer, argvAddress).set([...addresses, 0]);
    try {
      const code = main(addresses.length, argvAddress);
      fflush(0);
      if (code !== 0) throw new Error(`it ended with code ${code}`);
    } catch (cause) {
      throw new Error(`espeak-ng failed: ${messages.join(' | ').slice(0, 500)}`, { cause });
    }
  };

  return {
    run({ lines, isMarkup, voice, wordsPerMinute, amplitude }) {
      reset();
      const spokenBytes = () => {
        fflush(0);
        return sizeOf(FS, WAV_PATH) ?? 0;
      };
      const input = lineReader(lines, spokenBytes);
      nextByte = input.next;
      const words = lines.map((): EspeakWord[] => []);
      onWord = (word) => words[input.starts.length - 1]?.push(word);
      // biome-ignore format: an option and its value on one line
      runMain([
        '-v', espeakProgramVoice(voice),
        '-s', String(wordsPerMinute),
        '-a', String(amplitude),
        '-b', '1', // UTF-8
        '-z', // no pause after a text: joinSentenceClips adds the pauses
        '-D', // the same text gives the same samples
        '-w', WAV_PATH,
        ...(isMarkup ? ['-m'] : []),
      ]);
      if (input.isOverlong()) throw new SpeechError('too_long', 'The speech is too long.');
      return { ...readClips(FS, input.starts, lines.length, messages), words };
    },
    transcribe(voice, lines) {
      reset();
      nextByte = lineReader(lines, () => 0).next;
      runMain(['-v', espeakProgramVoice(voice), '-b', '1', '-q', '--ipa']);
      return lines.map((_, index) => messages[index]?.trim() ?? '');
    },
  };
}

/** The number of bytes up to the end of the last 32-bit word that is not zero. */
function countUsedBytes(buffer: ArrayBuffer): number {
  const words = new Uint32Array(buffer);
  let usedWords = words.length;
  while (usedWords > 0 && words[usedWords - 1] === 0) usedWords--;
  return usedWords * Uint32Array.BYTES_PER_ELEMENT;
}

/** Bytes of a file; undefined when it does not exist: the program creates its file with the first sound. */
function sizeOf(FS: EspeakModule['FS'], path: string): number | undefined {
  try {
    return FS.stat(path).size;
  } catch {
    return undefined;
  }
}

/**
 * The standard input of the program. The program reads a line only after it has spoken the previous one. So the length of its file at that
 * moment is the offset at which the line's speech starts, and 40 sentences need one run, not 40.
 * @param spokenBytes returns the number of bytes that the program has written
 */
function lineReader(lines: readonly string[], spokenBytes: () => number) {
  const input = lines.map((line) => Buffer.from(`${line}\n`));
  const starts: number[] = [];
  let line = 0;
  let byte = 0;
  let isOverlong = false;
  return {
    /** Offsets in the program's file at which the lines start, and the end of the last one. */
    starts,
    isOverlong: () => isOverlong,
    next(): number | null {
      if (byte === 0) {
        const bytes = spokenBytes();
        starts.push(bytes);
        // An error thrown here is lost. The program is notified that the input has ended.
        isOverlong = bytes > MAX_SPEECH_BYTES;
      }
      if (isOverlong) return null;
      const value = input[line]?.[byte++];
      if (value !== undefined) return value;
      line++;
      byte = 0;
      return null;
    },
  };
}

/** Cuts the output file into the clips of the lines. @param starts as of `lineReader` */
function readClips(
  FS: EspeakModule['FS'],
  starts: readonly number[],
  lineCount: number,
  messages: readonly string[],
): Omit<EspeakClips, 'words'> {
  let wav: Buffer;
  try {
    wav = Buffer.from(FS.readFile(WAV_PATH));
  } catch (cause) {
    throw new Error(`espeak-ng wrote no sound: ${messages.join(' | ').slice(0, 500)}`, { cause });
  }
  if (starts.length <= lineCount) throw new Error(`espeak-ng read ${starts.length} of ${lineCount} lines`);
  const { sampleRate, dataOffset } = decodeWavHeader(wav);
  const clips: Int16Array[] = [];
  for (let i = 0; i < lineCount; i++) {
    const clipStart = Math.max(starts[i] ?? 0, dataOffset);
    const clipEnd = Math.max(starts[i + 1] ?? 0, clipStart);
    // A copy: a view of 16-bit values needs an even offset.
    clips.push(new Int16Array(new Uint8Array(wav.subarray(clipStart, clipEnd - ((clipEnd - clipStart) % 2))).buffer));
  }
  return { sampleRate, clips };
}
