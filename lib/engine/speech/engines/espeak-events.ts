import { wrapAsWasmFunction } from '#engine/wasm/forwarder.ts';

/** A word that the program has started to speak. */
export interface EspeakWord {
  /** Its first character in the line, from 1: a code point, markup included. */
  character: number;
  /** Code points. */
  length: number;
  /** Its first sample, from the start of the line. */
  sample: number;
}

/** The program's functions by their numbers, as it calls them indirectly. */
interface FunctionTable {
  readonly length: number;
  get(index: number): unknown;
  set(index: number, called: unknown): void;
}

/** The function that takes sound and events, in the table of espeak-ng 1.0.2: the last of 25. */
const CALLBACK = 24;
/** An event: nine 32-bit integers, of which these are read. */
const EVENT = { numbers: 9, type: 0, character: 2, length: 3, sample: 5 };
/** Kinds of events: the end of the list, and a word. */
const END = 0;
const WORD = 1;
/** The most events of one call; a few are usual. */
const MAX_EVENTS = 10_000;

type Callback = (sound: number, samples: number, events: number) => number;

/**
 * Reports the words that espeak-ng passes to its callback with each piece of sound; its command line ignores them. The callback is replaced
 * by one that reads the events first. Another version has another table: no words are found then, and their times are estimated.
 */
export function listenToEspeakWords(
  exports: { memory: { buffer: ArrayBuffer }; __indirect_function_table: FunctionTable },
  onWord: (word: EspeakWord) => void,
): void {
  const table = exports.__indirect_function_table;
  const callback = table.get(CALLBACK);
  if (table.length !== CALLBACK + 1 || typeof callback !== 'function' || callback.length !== 3) return;
  const original = callback as Callback;
  table.set(
    CALLBACK,
    wrapAsWasmFunction((sound, samples, events) => {
      for (const word of wordsAt(exports.memory.buffer, events)) onWord(word);
      return original(sound, samples, events);
    }),
  );
}

/** The words in a list of events at an address. */
function wordsAt(buffer: ArrayBuffer, address: number): EspeakWord[] {
  const numbers = new Int32Array(buffer);
  const words: EspeakWord[] = [];
  let at = address / Int32Array.BYTES_PER_ELEMENT;
  for (let count = 0; at > 0 && count < MAX_EVENTS; count++, at += EVENT.numbers) {
    const type = numbers[at + EVENT.type] ?? END;
    if (type === END) break;
    if (type !== WORD) continue;
    words.push({
      character: numbers[at + EVENT.character] ?? 0,
      length: numbers[at + EVENT.length] ?? 0,
      sample: numbers[at + EVENT.sample] ?? 0,
    });
  }
  return words;
}
