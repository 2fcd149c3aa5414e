/** A part of a pattern. */
type PatternNode =
  | { kind: 'character'; matches: (character: string) => boolean }
  | { kind: 'sequence'; nodes: PatternNode[] }
  | { kind: 'choice'; nodes: PatternNode[] }
  /** `max` may be Infinity. */
  | { kind: 'repeat'; node: PatternNode; min: number; max: number };

/** NFA state: consumes one character, or, without `matches`, forks without consuming. */
interface State {
  matches?: (character: string) => boolean;
  /** Indices of the states that follow. */
  next: number[];
}

/** A pattern for one line. */
export interface CompiledLinePattern {
  /** Length of the longest start of a text that matches, in UTF-16 code units; −1 if none does. */
  matchStart(text: string): number;
  /** Reports whether the whole text matches. */
  matches(text: string): boolean;
}

/** UTF-16 code units of a pattern. */
const MAX_PATTERN = 80;
/** The largest number in `{…}`. */
const MAX_REPEAT = 20;
/** A pattern has a state for each of its characters, and one for each choice and each optional repeat. */
const MAX_STATES = 120;
/** UTF-16 code units of a line that are compared. */
const MAX_LINE = 1000;
/** Index of the state in which a match is complete. */
const END = 0;

const CLASSES: Readonly<Record<string, RegExp>> = { d: /\d/, w: /\w/, s: /\s/, D: /\D/, W: /\W/, S: /\S/ };

/** Reports whether two characters are equal. */
type Equality = (one: string, other: string) => boolean;

/** The form in which two letters of different case are equal, as `Canonicalize` of ECMA-262, 22.2.2.7.3, has it without the flag `u`. */
function canonical(character: string): string {
  const upper = character.toUpperCase();
  // A letter with a longer capital, such as ß, equals itself only; so does one beyond ASCII whose capital is within it.
  if (upper.length !== character.length) return character;
  return character > '\u007f' && upper <= '\u007f' ? character : upper;
}

const areSame: Equality = (one, other) => one === other;
const areSameLetter: Equality = (one, other) => one === other || canonical(one) === canonical(other);

/** The pattern that matches the empty text alone. */
const EMPTY: PatternNode = { kind: 'sequence', nodes: [] };

/** A recursive descent parser of patterns. Its methods throw a SyntaxError for syntax that is not supported. */
class PatternParser {
  readonly #characters: string[];
  readonly #areEqual: Equality;
  /** Index of the next character. */
  #index = 0;

  constructor(pattern: string, areEqual: Equality) {
    this.#characters = [...pattern];
    this.#areEqual = areEqual;
  }

  /** @throws SyntaxError for a pattern that is not supported */
  parse(): PatternNode {
    const node = this.#choice();
    if (this.#index < this.#characters.length) throw new SyntaxError('a group has no start');
    return node;
  }

  get #next(): string | undefined {
    return this.#characters[this.#index];
  }

  /** Consumes a character if it is the next one. @returns whether it was */
  #skip(character: string): boolean {
    if (this.#next !== character) return false;
    this.#index += 1;
    return true;
  }

  #choice(): PatternNode {
    const first = this.#sequence();
    const nodes = [first];
    while (this.#skip('|')) nodes.push(this.#sequence());
    return nodes.every((node) => node === EMPTY) || nodes.length === 1 ? first : { kind: 'choice', nodes };
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') {
      const node = this.#repeat(this.#atom());
      // Empty groups are left out: a group of them would be repeated without a state that counts.
      if (node !== EMPTY) nodes.push(node);
    }
    return nodes.length === 0 ? EMPTY : { kind: 'sequence', nodes };
  }

  #atom(): PatternNode {
    const character = this.#characters[this.#index++] ?? '';
    if (character === '(') {
      if (this.#skip('?') && !this.#skip(':')) throw new SyntaxError('a group is not a plain one');
      const node = this.#choice();
      if (!this.#skip(')')) throw new SyntaxError('a group has no end');
      return node;
    }
    if (character === '[') return this.#set();
    if (character === '.') return { kind: 'character', matches: () => true };
    if (character === '\\') return { kind: 'character', matches: this.#escape() };
    if (/[*+?{}^$\]]/.test(character)) throw new SyntaxError('an operator has nothing to apply to');
    return { kind: 'character', matches: (other) => this.#areEqual(other, character) };
  }

  #escape(): (character: string) => boolean {
    const character = this.#characters[this.#index++] ?? '';
    const characterClass = CLASSES[character];
    if (characterClass) return (other) => characterClass.test(other);
    if (/^\w?$/.test(character)) throw new SyntaxError('an escape is not supported');
    return (other) => this.#areEqual(other, character);
  }

  #set(): PatternNode {
    const isNegated = this.#skip('^');
    const members: ((character: string) => boolean)[] = [];
    while (!this.#skip(']')) {
      const character = this.#characters[this.#index++];
      const isRange = character === '-' && members.length > 0 && this.#next !== ']';
      // Separators of real decks have no ranges in a set.
      if (character === undefined || isRange) throw new SyntaxError('a set of characters is not supported');
      members.push(character === '\\' ? this.#escape() : (other) => this.#areEqual(other, character));
    }
    if (members.length === 0) throw new SyntaxError('a set of characters is empty');
    return { kind: 'character', matches: (other) => members.some((matches) => matches(other)) !== isNegated };
  }

  #repeat(node: PatternNode): PatternNode {
    const counts = this.#counts();
    if (counts === undefined) return node;
    return node === EMPTY || counts.max === 0 ? EMPTY : { kind: 'repeat', node, ...counts };
  }

  /** Consumes a repeat, such as `*` or `{2,3}`. @returns undefined if there is none @throws SyntaxError for more than `MAX_REPEAT` */
  #counts(): { min: number; max: number } | undefined {
    if (this.#skip('*')) return { min: 0, max: Infinity };
    if (this.#skip('+')) return { min: 1, max: Infinity };
    if (this.#skip('?')) return { min: 0, max: 1 };
    if (!this.#skip('{')) return undefined;
    const end = this.#characters.indexOf('}', this.#index);
    const [, from, comma, to] =
      /^(\d{1,2})(?:(,)(\d{0,2}))?$/.exec(this.#characters.slice(this.#index, end).join('')) ?? [];
    if (end < 0 || from === undefined) throw new SyntaxError('a number of repeats is not supported');
    this.#index = end + 1;
    const min = Number(from);
    const max = comma === undefined ? min : to === '' ? Infinity : Number(to);
    if (min > MAX_REPEAT || (max !== Infinity && (max > MAX_REPEAT || max < min)))
      throw new SyntaxError('a number of repeats is too large');
    return { min, max };
  }
}

/**
 * Adds the states of a node, which lead to the state `next`. Every node except `EMPTY`, which only a choice contains, adds a state, so that
 * the bound of states also bounds the time.
 * @returns index of the first of them
 * @throws SyntaxError if the pattern has more than `MAX_STATES` states
 */
function addStates(states: State[], node: PatternNode, next: number): number {
  const add = (state: State): number => {
    if (states.length >= MAX_STATES) throw new SyntaxError('the pattern is too long');
    return states.push(state) - 1;
  };
  switch (node.kind) {
    case 'character':
      return add({ matches: node.matches, next: [next] });
    case 'sequence':
      return node.nodes.reduceRight((following, each) => addStates(states, each, following), next);
    case 'choice':
      return add({ next: node.nodes.map((each) => addStates(states, each, next)) });
    case 'repeat': {
      let following = next;
      if (node.max === Infinity) {
        const fork = { next: [next] };
        following = add(fork);
        fork.next.push(addStates(states, node.node, following));
      } else
        for (let optional = node.min; optional < node.max; optional++)
          following = add({ next: [next, addStates(states, node.node, following)] });
      for (let required = 0; required < node.min; required++) following = addStates(states, node.node, following);
      return following;
    }
  }
}

/** The given states, and those that can be reached from them without consuming a character. */
function reachableFrom(states: readonly State[], from: Iterable<number>): Set<number> {
  const reached = new Set<number>();
  const open = [...from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    const state = states[index];
    if (state && !state.matches) open.push(...state.next);
  }
  return reached;
}

/**
 * Compiles a regular expression of a client into an NFA (Thompson's algorithm). All alternatives are followed at the same time, so that the
 * time is proportional to the length of the text for any pattern. Groups, choices, sets of characters, classes and repeats are supported;
 * anchors, references and assertions are not.
 * @param ignoresCase letters match in capitals and small letters; the default is false
 * @returns undefined for a pattern that is not supported, and for one that has more than `MAX_PATTERN` code units or `MAX_STATES` states
 */
export function compileLinePattern(
  pattern: string,
  { ignoresCase = false }: { ignoresCase?: boolean } = {},
): CompiledLinePattern | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  const states: State[] = [{ next: [] }];
  let start = END;
  try {
    start = addStates(states, new PatternParser(pattern, ignoresCase ? areSameLetter : areSame).parse(), END);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const matchStart = (text: string): number => {
    let current = reachableFrom(states, [start]);
    let length = 0;
    let longest = current.has(END) ? 0 : -1;
    for (const character of text.slice(0, MAX_LINE)) {
      const next = [...current].flatMap((index) => {
        const state = states[index];
        return state?.matches?.(character) ? state.next : [];
      });
      if (next.length === 0) break;
      current = reachableFrom(states, next);
      length += character.length;
      if (current.has(END)) longest = length;
    }
    return longest;
  };
  return { matchStart, matches: (text) => text.length <= MAX_LINE && matchStart(text) === text.length };
}
