/** One thing that is wrong with a deck, and where. */
export interface DeckFault {
  /** In the Markdown file, from 1. */
  line: number;
  /** From 1; absent for what belongs to the whole deck. */
  slide?: number | undefined;
  message: string;
}

const describe = ({ slide, line, message }: DeckFault): string =>
  slide === undefined ? `line ${line}: ${message}` : `slide ${slide}, line ${line}: ${message}`;

/** A deck that cannot be made into a timeline; the message has one line for each fault, in the order of the file. */
export class DeckError extends Error {
  override name = 'DeckError';
  readonly faults: readonly DeckFault[];

  constructor(faults: readonly DeckFault[]) {
    const inOrder = faults.toSorted((a, b) => a.line - b.line);
    super(inOrder.map(describe).join('\n'));
    this.faults = inOrder;
  }
}
