import { accountListIndex, dueItemsIndex, type TableKey, tableKeys } from '#adapters/aws/table/keys.ts';
import { docstringsOf, firstSentence } from './docstrings.ts';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const code = (text: string): string => `\`${text}\``;

/** `(acc, hash) => …` called with `<acc>` and `<hash>`. The first digit of a hash is written `<0–f>`. */
function called<Result>(make: (...names: never[]) => Result): Result {
  const names = /^\(?([^)=]*)\)?\s*=>/.exec(make.toString())?.[1]?.split(',') ?? [];
  const call = make as unknown as (...names: string[]) => Result;
  return call(...names.map((name) => `<${name.trim()}>`));
}
const partition = (text: string): string => code(text.replace(/#<$/, '#<0–f>'));

/** The table of items: what each is, its key, and how it is read. @param source the text of `table/keys.ts` */
export function itemTable(source: string): string {
  const words = docstringsOf(source, 'tableKeys');
  const rows = Object.entries(tableKeys).map(([name, key]) => {
    const [item, read] = firstSentence(words.get(name) ?? '');
    const { PK, SK }: TableKey = typeof key === 'function' ? called<TableKey>(key) : key;
    return row(item, partition(PK), code(SK), read);
  });
  return [row('item', 'PK', 'SK', 'read by'), '|---|---|---|---|', ...rows].join('\n');
}

/** The table of both indexes: what each partition finds, and how it is sorted. @param source the text of `table/keys.ts` */
export function indexTable(source: string): string {
  const lists = [...docstringsOf(source, 'accountListIndex')].flatMap(([name, text]) => {
    const make = accountListIndex[name as keyof typeof accountListIndex];
    if (typeof make !== 'function' || name === 'attributes') return [];
    return [{ index: accountListIndex.name, text, key: called<unknown>(make as (...names: never[]) => unknown) }];
  });
  const due = [...docstringsOf(source, 'dueItemsIndex')].flatMap(([name, text]) => {
    const index = dueItemsIndex[name as keyof typeof dueItemsIndex];
    return typeof index === 'string'
      ? []
      : [{ index: dueItemsIndex.name, text, key: called<unknown>(index.partition as (...names: never[]) => unknown) }];
  });
  const rows = [...lists, ...due].map(({ index, text, key }) => {
    const [finds, sorted] = firstSentence(text);
    return row(index, code(String(key)), sorted.toLowerCase(), finds);
  });
  return [row('index', 'partition', 'sort key', 'finds'), '|---|---|---|---|', ...rows].join('\n');
}
