/** A part of a pattern. */
type PatternNode =
  | { kind: 'sign'; fits: (sign: string) => boolean }
  | { kind: 'row'; nodes: PatternNode[] }
  | { kind: 'choice'; nodes: PatternNode[] }
  | { kind: 'repeat'; node: PatternNode; least: number; most: number };

/** A state: a sign leads from it, or nothing does (a fork), to other states. */
interface State {
  fits?: (sign: string) => boolean;
  next: number[];
}

/** A pattern for a line. */
export interface LinePattern {
  /** Length of the longest beginning of a text that fits; −1: none does. */
  matchStart(text: string): number;
  matches(text: string): boolean;
}

const MAX_PATTERN = 80;
const MAX_REPEAT = 20;
const MAX_STATES = 500;
/** Characters of a line that are looked at. */
const MAX_LINE = 1000;

const CLASSES: Readonly<Record<string, RegExp>> = { d: /\d/, w: /\w/, s: /\s/, D: /\D/, W: /\W/, S: /\S/ };

/** Reads a pattern from left to right. @throws SyntaxError for a sign that is not read */
class PatternReader {
  readonly #signs: string[];
  #at = 0;

  constructor(pattern: string) {
    this.#signs = [...pattern];
  }

  read(): PatternNode {
    const node = this.#choice();
    if (this.#at < this.#signs.length) throw new SyntaxError('there is an end without a beginning');
    return node;
  }

  #takes(sign: string): boolean {
    if (this.#signs[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #choice(): PatternNode {
    const nodes = [this.#row()];
    while (this.#takes('|')) nodes.push(this.#row());
    return { kind: 'choice', nodes };
  }

  #row(): PatternNode {
    const nodes: PatternNode[] = [];
    for (
      let sign = this.#signs[this.#at];
      sign !== undefined && sign !== '|' && sign !== ')';
      sign = this.#signs[this.#at]
    )
      nodes.push(this.#repeated(this.#atom()));
    return { kind: 'row', nodes };
  }

  #atom(): PatternNode {
    const sign = this.#signs[this.#at++] ?? '';
    if (sign === '(') {
      if (this.#takes('?') && !this.#takes(':')) throw new SyntaxError('there is a group of another kind');
      const node = this.#choice();
      if (!this.#takes(')')) throw new SyntaxError('there is no end of a group');
      return node;
    }
    if (sign === '[') return this.#set();
    if (sign === '.') return { kind: 'sign', fits: () => true };
    if (sign === '\\') return this.#escaped();
    if (/[*+?{}^$\]]/.test(sign)) throw new SyntaxError('there is a sign without a meaning');
    return { kind: 'sign', fits: (other) => other === sign };
  }

  #escaped(): PatternNode {
    const sign = this.#signs[this.#at++] ?? '';
    const named = CLASSES[sign];
    if (named) return { kind: 'sign', fits: (other) => named.test(other) };
    if (/^\w?$/.test(sign)) throw new SyntaxError('there is an escape that is not read');
    return { kind: 'sign', fits: (other) => other === sign };
  }

  #set(): PatternNode {
    const isNot = this.#takes('^');
    const signs = new Set<string>();
    while (!this.#takes(']')) {
      const sign = this.#signs[this.#at++];
      // Neither ranges nor escapes: separators have none.
      if (sign === undefined || sign === '\\' || (sign === '-' && signs.size > 0 && this.#signs[this.#at] !== ']'))
        throw new SyntaxError('there is a set that is not read');
      signs.add(sign);
    }
    return { kind: 'sign', fits: (other) => signs.has(other) !== isNot };
  }

  #repeated(node: PatternNode): PatternNode {
    if (this.#takes('*')) return { kind: 'repeat', node, least: 0, most: Infinity };
    if (this.#takes('+')) return { kind: 'repeat', node, least: 1, most: Infinity };
    if (this.#takes('?')) return { kind: 'repeat', node, least: 0, most: 1 };
    if (!this.#takes('{')) return node;
    const end = this.#signs.indexOf('}', this.#at);
    const [, least, comma, most] = /^(\d{1,2})(?:(,)(\d{0,2}))?$/.exec(this.#signs.slice(this.#at, end).join('')) ?? [];
    if (end < 0 || least === undefined) throw new SyntaxError('there is a number that is not read');
    this.#at = end + 1;
    const last = comma === undefined ? Number(least) : most === '' ? Infinity : Number(most);
    if (Number(least) > MAX_REPEAT || (last !== Infinity && (last > MAX_REPEAT || last < Number(least))))
      throw new SyntaxError('there is a number that is too large');
    return { kind: 'repeat', node, least: Number(least), most: last };
  }
}

/** Adds the states of a node that lead on to `next`. @returns the first of them @throws SyntaxError for too many */
function addStates(states: State[], node: PatternNode, next: number): number {
  const add = (state: State): number => {
    if (states.length >= MAX_STATES) throw new SyntaxError('the pattern is too long');
    return states.push(state) - 1;
  };
  switch (node.kind) {
    case 'sign':
      return add({ fits: node.fits, next: [next] });
    case 'row':
      return node.nodes.reduceRight((after, each) => addStates(states, each, after), next);
    case 'choice':
      return add({ next: node.nodes.map((each) => addStates(states, each, next)) });
    case 'repeat': {
      let after = next;
      if (node.most === Infinity) {
        const fork = { next: [next] };
        after = add(fork);
        fork.next.push(addStates(states, node.node, after));
      } else
        for (let more = node.least; more < node.most; more++)
          after = add({ next: [next, addStates(states, node.node, after)] });
      for (let times = 0; times < node.least; times++) after = addStates(states, node.node, after);
      return after;
    }
  }
}

/**
 * A regular expression of a client's, without anchors, that takes time in proportion to the text: all its ways are followed at once. Read
 * are groups, choices, sets of signs, classes and numbers of repeats; no references, no assertions.
 * @returns undefined for a pattern that is not read
 */
export function readLinePattern(pattern: string): LinePattern | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  const states: State[] = [{ next: [] }];
  let first = 0;
  try {
    first = addStates(states, new PatternReader(pattern).read(), 0);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  /** States that can be reached without a sign, the end (0) among them. */
  const reach = (from: Iterable<number>): Set<number> => {
    const found = new Set<number>();
    const open = [...from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (found.has(at)) continue;
      found.add(at);
      const state = states[at];
      if (state && !state.fits) open.push(...state.next);
    }
    return found;
  };
  const matchStart = (text: string): number => {
    let [now, length, longest] = [reach([first]), 0, -1];
    if (now.has(0)) longest = 0;
    for (const sign of text.slice(0, MAX_LINE)) {
      const next: number[] = [];
      for (const at of now) {
        const state = states[at];
        if (state?.fits?.(sign)) next.push(...state.next);
      }
      if (next.length === 0) break;
      now = reach(next);
      length += sign.length;
      if (now.has(0)) longest = length;
    }
    return longest;
  };
  return { matchStart, matches: (text) => matchStart(text) === text.length };
}
