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
  set(index: number, callee: unknown): void;
}

/** The function that takes sound and events, in the table of espeak-ng 1.0.2: the last of 25. */
const CALLBACK_INDEX = 24;
/** An event: its number of 32-bit integers, and the positions of those that are read. */
const EVENT_LAYOUT = { integers: 9, type: 0, character: 2, length: 3, sample: 5 };
/** Kinds of events: the end of the list, and a word. */
const END_EVENT = 0;
const WORD_EVENT = 1;
/** The maximum number of events that are read in one call; a call has a few. */
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
  const callback = table.get(CALLBACK_INDEX);
  if (table.length !== CALLBACK_INDEX + 1 || typeof callback !== 'function' || callback.length !== 3) return;
  const originalCallback = callback as Callback;
  table.set(
    CALLBACK_INDEX,
    wrapAsWasmFunction((sound, samples, events) => {
      for (const word of wordsAt(exports.memory.buffer, events)) onWord(word);
      return originalCallback(sound, samples, events);
    }),
  );
}

/** The words in a list of events at an address. */
function wordsAt(buffer: ArrayBuffer, address: number): EspeakWord[] {
  const numbers = new Int32Array(buffer);
  const words: EspeakWord[] = [];
  let index = address / Int32Array.BYTES_PER_ELEMENT;
  for (let count = 0; index > 0 && count < MAX_EVENTS; count++, index += EVENT_LAYOUT.integers) {
    const type = numbers[index + EVENT_LAYOUT.type] ?? END_EVENT;
    if (type === END_EVENT) break;
    if (type !== WORD_EVENT) continue;
    words.push({
      character: numbers[index + EVENT_LAYOUT.character] ?? 0,
      length: numbers[index + EVENT_LAYOUT.length] ?? 0,
      sample: numbers[index + EVENT_LAYOUT.sample] ?? 0,
    });
  }
  return words;
}
