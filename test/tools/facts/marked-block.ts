/** A part of a document that is made from code. */
export interface MarkedBlock {
  /** Names the block within its document. */
  name: string;
  /** The file that the fact is in. */
  source: string;
  text: string;
}

const headOf = ({ name, source }: MarkedBlock): string => `<!-- ${name}: made from ${source} -->`;
const END = '<!-- end -->';

/** A document with the text of one block replaced. @throws RangeError for a document without the marks of the block */
export function withBlock(document: string, block: MarkedBlock): string {
  const head = headOf(block);
  const start = document.indexOf(head);
  const end = document.indexOf(END, start);
  if (start === -1 || end === -1) throw new RangeError(`There is no "${head}" with a "${END}" after it.`);
  return `${document.slice(0, start)}${head}\n${block.text}\n${document.slice(end)}`;
}
