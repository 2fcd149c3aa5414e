/** A part of a pattern. */
type PatternNode =
  | { kind: 'character'; matches: (character: string) => boolean }
  | { kind: 'sequence'; nodes: PatternNode[] }
  | { kind: 'choice'; nodes: PatternNode[] }
  /** `min` to `max` times; `max` may be Infinity. */
  | { kind: 'repeat'; node: PatternNode; min: number; max: number };

/** A state of an NFA: it consumes one character; without `matches`, it forks without consuming. */
interface NfaState {
  matches?: (character: string) => boolean;
  /** Indices of the states that follow. */
  nextStates: number[];
}

/** A pattern for one line. */
export interface CompiledLinePattern {
  /** Length of the longest start of a text that matches, in UTF-16 code units; −1 if none does. */
  matchStart(text: string): number;
  /** Reports whether the whole text matches. */
  matches(text: string): boolean;
}

/** The length of the longest pattern in UTF-16 code units. */
const MAX_PATTERN_LENGTH = 80;
/** The largest number in `{…}`. */
const MAX_REPEAT = 20;
/** The highest number of states of a pattern: one for each of its characters, each choice and each optional repeat. */
const MAX_STATES = 120;
/** The number of UTF-16 code units at the start of a line that are compared. */
const MAX_LINE_LENGTH = 1000;
/** Index of the state in which a match is complete. */
const END_STATE = 0;

const CHARACTER_CLASSES: Readonly<Record<string, RegExp>> = { d: /\d/, w: /\w/, s: /\s/, D: /\D/, W: /\W/, S: /\S/ };

/** Reports whether two characters are equal. */
type Equality = (first: string, second: string) => boolean;

/** The form in which two letters of different case are equal, as `Canonicalize` of ECMA-262, 22.2.2.7.3, has it without the flag `u`. */
function canonicalForm(character: string): string {
  const upperCase = character.toUpperCase();
  // A letter with a longer capital, such as ß, equals itself only; so does one beyond ASCII whose capital is within it.
  if (upperCase.length !== character.length) return character;
  return character > '\u007f' && upperCase <= '\u007f' ? character : upperCase;
}

const areSame: Equality = (first, second) => first === second;
const areSameLetter: Equality = (first, second) => first === second || canonicalForm(first) === canonicalForm(second);

/** The pattern that matches the empty text alone. */
const EMPTY_NODE: PatternNode = { kind: 'sequence', nodes: [] };

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

  get #nextCharacter(): string | undefined {
    return this.#characters[this.#index];
  }

  /** Consumes a character if it is the next one. @returns whether it was */
  #skip(character: string): boolean {
    if (this.#nextCharacter !== character) return false;
    this.#index += 1;
    return true;
  }

  #choice(): PatternNode {
    const firstNode = this.#sequence();
    const nodes = [firstNode];
    while (this.#skip('|')) nodes.push(this.#sequence());
    return nodes.every((node) => node === EMPTY_NODE) || nodes.length === 1 ? firstNode : { kind: 'choice', nodes };
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.#nextCharacter !== undefined && this.#nextCharacter !== '|' && this.#nextCharacter !== ')') {
      const node = this.#repeat(this.#atom());
      // Empty groups are left out: a group of them would be repeated without a state that counts.
      if (node !== EMPTY_NODE) nodes.push(node);
    }
    return nodes.length === 0 ? EMPTY_NODE : { kind: 'sequence', nodes };
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
    return { kind: 'character', matches: (candidate) => this.#areEqual(candidate, character) };
  }

  #escape(): (character: string) => boolean {
    const character = this.#characters[this.#index++] ?? '';
    const characterClass = CHARACTER_CLASSES[character];
    if (characterClass) return (candidate) => characterClass.test(candidate);
    if (/^\w?$/.test(character)) throw new SyntaxError('an escape is not supported');
    return (candidate) => this.#areEqual(candidate, character);
  }

  #set(): PatternNode {
    const isNegated = this.#skip('^');
    const members: ((character: string) => boolean)[] = [];
    while (!this.#skip(']')) {
      const character = this.#characters[this.#index++];
      const isRange = character === '-' && members.length > 0 && this.#nextCharacter !== ']';
      // Separators of real decks have no ranges in a set.
      if (character === undefined || isRange) throw new SyntaxError('a set of characters is not supported');
      members.push(character === '\\' ? this.#escape() : (candidate) => this.#areEqual(candidate, character));
    }
    if (members.length === 0) throw new SyntaxError('a set of characters is empty');
    return { kind: 'character', matches: (candidate) => members.some((matches) => matches(candidate)) !== isNegated };
  }

  #repeat(node: PatternNode): PatternNode {
    const repeatCounts = this.#counts();
    if (repeatCounts === undefined) return node;
    return node === EMPTY_NODE || repeatCounts.max === 0 ? EMPTY_NODE : { kind: 'repeat', node, ...repeatCounts };
  }

  /** Consumes a repeat, such as `*` or `{2,3}`. @returns undefined if there is none @throws SyntaxError for more than `MAX_REPEAT` */
  #counts(): { min: number; max: number } | undefined {
    if (this.#skip('*')) return { min: 0, max: Infinity };
    if (this.#skip('+')) return { min: 1, max: Infinity };
    if (this.#skip('?')) return { min: 0, max: 1 };
    if (!this.#skip('{')) return undefined;
    const closingIndex = this.#characters.indexOf('}', this.#index);
    const [, minText, comma, maxText] =
      /^(\d{1,2})(?:(,)(\d{0,2}))?$/.exec(this.#characters.slice(this.#index, closingIndex).join('')) ?? [];
    if (closingIndex < 0 || minText === undefined) throw new SyntaxError('a number of repeats is not supported');
    this.#index = closingIndex + 1;
    const min = Number(minText);
    const max = comma === undefined ? min : maxText === '' ? Infinity : Number(maxText);
    if (min > MAX_REPEAT || (max !== Infinity && (max > MAX_REPEAT || max < min)))
      throw new SyntaxError('a number of repeats is too large');
    return { min, max };
  }
}

/**
 * Adds the states of a node, which lead to `nextState`. Every node except `EMPTY`, which only a choice contains, adds a state, so that
 * the bound of states also bounds the time.
 * @returns index of the first of them
 * @throws SyntaxError if the pattern has more than `MAX_STATES` states
 */
function addStates(states: NfaState[], node: PatternNode, nextState: number): number {
  const addState = (state: NfaState): number => {
    if (states.length >= MAX_STATES) throw new SyntaxError('the pattern is too long');
    return states.push(state) - 1;
  };
  switch (node.kind) {
    case 'character':
      return addState({ matches: node.matches, nextStates: [nextState] });
    case 'sequence':
      return node.nodes.reduceRight(
        (followingState, childNode) => addStates(states, childNode, followingState),
        nextState,
      );
    case 'choice':
      return addState({ nextStates: node.nodes.map((childNode) => addStates(states, childNode, nextState)) });
    case 'repeat': {
      let followingState = nextState;
      if (node.max === Infinity) {
        const fork = { nextStates: [nextState] };
        followingState = addState(fork);
        fork.nextStates.push(addStates(states, node.node, followingState));
      } else
        for (let optional = node.min; optional < node.max; optional++)
          followingState = addState({ nextStates: [nextState, addStates(states, node.node, followingState)] });
      for (let required = 0; required < node.min; required++)
        followingState = addStates(states, node.node, followingState);
      return followingState;
    }
  }
}

/** The states from `startStates` on that are reached without consuming a character, themselves included. */
function reachableFrom(states: readonly NfaState[], startStates: Iterable<number>): Set<number> {
  const reachedStates = new Set<number>();
  const pendingStates = [...startStates];
  for (let index = pendingStates.pop(); index !== undefined; index = pendingStates.pop()) {
    if (reachedStates.has(index)) continue;
    reachedStates.add(index);
    const state = states[index];
    if (state && !state.matches) pendingStates.push(...state.nextStates);
  }
  return reachedStates;
}

/**
 * Compiles a regular expression of a client into an NFA (Thompson's algorithm). All alternatives are followed at the same time, so that the
 * time is proportional to the length of the text for any pattern. Groups, choices, sets of characters, classes and repeats are supported;
 * anchors, references and assertions are not.
 * @param ignoresCase letters match in capitals and small letters; the default is false
 * @returns undefined for a pattern that is not supported, and for one that has more than `MAX_PATTERN_LENGTH` code units or `MAX_STATES` states
 */
export function compileLinearTimeLinePattern(
  pattern: string,
  { ignoresCase = false }: { ignoresCase?: boolean } = {},
): CompiledLinePattern | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return undefined;
  const states: NfaState[] = [{ nextStates: [] }];
  let startState = END_STATE;
  try {
    startState = addStates(
      states,
      new PatternParser(pattern, ignoresCase ? areSameLetter : areSame).parse(),
      END_STATE,
    );
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const matchStart = (text: string): number => {
    let currentStates = reachableFrom(states, [startState]);
    let consumedLength = 0;
    let longestMatch = currentStates.has(END_STATE) ? 0 : -1;
    for (const character of text.slice(0, MAX_LINE_LENGTH)) {
      const reachedByCharacter = [...currentStates].flatMap((index) => {
        const state = states[index];
        return state?.matches?.(character) ? state.nextStates : [];
      });
      if (reachedByCharacter.length === 0) break;
      currentStates = reachableFrom(states, reachedByCharacter);
      consumedLength += character.length;
      if (currentStates.has(END_STATE)) longestMatch = consumedLength;
    }
    return longestMatch;
  };
  return { matchStart, matches: (text) => text.length <= MAX_LINE_LENGTH && matchStart(text) === text.length };
}
