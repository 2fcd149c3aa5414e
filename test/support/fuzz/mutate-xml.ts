import type { RandomChoices } from './random-choices.ts';

/** Values at the edges of what programs expect of an attribute. */
const VALUES = [
  ...['', '0', '-1', '1', '2', '9', '100000', '2147483647', '-2147483648', '4294967296', '1e308', '-1e308', 'NaN'],
  ...['Infinity', '1.5', '0.0000001', 'true', 'on', 'none', 'rId1', 'rId99', '#', '../../../etc/passwd', 'ffffff'],
  ...['100%', '-50%', '1cm', '9999999cm', 'http://a.example/x', 'file:///etc/passwd', 'constructor', '__proto__'],
];
const TEXTS = [
  ...[
    '',
    ' ',
    'word',
    'x'.repeat(5000),
    'long word '.repeat(3000),
    'سلام',
    '漢字かな',
    '👩‍👩‍👧',
    'a\u0301\u0302',
    '\u202e\u2066',
  ],
  ...[
    '&amp;&lt;',
    '_x000B_',
    '[[show]]',
    '{{name}}',
    '<![CDATA[ <a> ]]>',
    '&#x1F600;',
    '1.',
    '•',
    '\t\n',
    '[click]',
    '-',
    '—',
  ],
];

const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;

/** An element of a text of XML, by its places in the text. */
interface Span {
  name: string;
  from: number;
  to: number;
  /** Where its content is; absent: it is empty. */
  inner?: [from: number, to: number];
}

/** The elements of a text, as far as their tags fit. */
function elementsIn(xml: string): Span[] {
  const open: { name: string; from: number; innerFrom: number }[] = [];
  const found: Span[] = [];
  for (const tag of xml.matchAll(TAG)) {
    const [all, slash, name = '', , empty] = tag;
    const [from, to] = [tag.index, tag.index + all.length];
    if (slash === '/') {
      const started = open.pop();
      if (started?.name === name) found.push({ name, from: started.from, to, inner: [started.innerFrom, from] });
    } else if (empty === '/') found.push({ name, from, to });
    else open.push({ name, from, innerFrom: to });
  }
  return found;
}

const ATTRIBUTE = /([\w:.-]+)="([^"]*)"/g;
const CONTENT = />([^<]+)</g;
const REPEATS = [1, 1, 2, 10, 60];

/** A change of a text of XML. @returns the text as it is where it finds nothing to change */
type Change = (xml: string, choose: RandomChoices) => string;

const cut = (xml: string, { from, to }: { from: number; to: number }, put = ''): string =>
  xml.slice(0, from) + put + xml.slice(to);
const textOf = (xml: string, { from, to }: Span): string => xml.slice(from, to);

/** Changes one of the matches of a pattern. */
const changeOne =
  (pattern: RegExp, changed: (match: RegExpMatchArray, choose: RandomChoices, xml: string) => string): Change =>
  (xml, choose) => {
    const matches = [...xml.matchAll(pattern)];
    if (matches.length === 0) return xml;
    const match = choose.of(matches);
    const from = match.index ?? 0;
    return cut(xml, { from, to: from + match[0].length }, changed(match, choose, xml));
  };

/** Changes one of the elements. */
const changeElement =
  (changed: (xml: string, element: Span, choose: RandomChoices, all: readonly Span[]) => string): Change =>
  (xml, choose) => {
    const all = elementsIn(xml);
    return all.length === 0 ? xml : changed(xml, choose.of(all), choose, all);
  };

const CHANGES: readonly Change[] = [
  changeOne(ATTRIBUTE, ([, name = ''], choose) => `${name}="${choose.of(VALUES)}"`),
  changeOne(ATTRIBUTE, ([, name = ''], choose, xml) => {
    const others = [...xml.matchAll(ATTRIBUTE)].map(([, , value = '']) => value);
    return `${name}="${choose.of(others)}"`;
  }),
  changeOne(
    /"(-?\d+)"/g,
    ([, number = ''], choose) => `"${Number(number) * choose.of([-1, 0, 2, 1000, 1e9]) + choose.of([-1, 0, 1])}"`,
  ),
  changeOne(ATTRIBUTE, () => ''),
  changeOne(CONTENT, (_, choose) => `>${choose.of(TEXTS)}<`),
  changeElement((xml, element) => cut(xml, element)),
  changeElement((xml, element, choose) => cut(xml, element, textOf(xml, element).repeat(1 + choose.of(REPEATS)))),
  // Its content stands without it.
  changeElement((xml, element) => cut(xml, element, element.inner ? xml.slice(...element.inner) : '')),
  // Another element stands in its place.
  changeElement((xml, element, choose, all) => cut(xml, element, textOf(xml, choose.of(all)).slice(0, 100_000))),
  // An element stands in it.
  changeElement((xml, element, choose, all) =>
    element.inner
      ? cut(xml, { from: element.inner[0], to: element.inner[0] }, textOf(xml, choose.of(all)).slice(0, 100_000))
      : xml,
  ),
  // It stands in itself.
  changeElement((xml, element, choose) => {
    if (!element.inner) return xml;
    const [head, tail] = [xml.slice(element.from, element.inner[0]), xml.slice(element.inner[1], element.to)];
    const times = choose.of([1, 5, 40, 300]);
    return cut(xml, element, head.repeat(times) + textOf(xml, element) + tail.repeat(times));
  }),
  // It has another name of the same text.
  changeElement((xml, element, choose, all) => {
    const { name } = choose.of(all);
    const text = textOf(xml, element);
    const renamed = `<${name}${text.slice(1 + element.name.length)}`;
    return cut(xml, element, element.inner ? renamed.replace(/<\/[^<>]*>$/, `</${name}>`) : renamed);
  }),
];

/** A changed copy of a text of XML; most are still well-formed. */
export function mutateXml(xml: string, choose: RandomChoices): string {
  if (choose.oneIn(40)) return xml.slice(0, choose.below(xml.length));
  let changed = xml;
  for (let changes = 1 + choose.below(4); changes > 0; changes--) changed = choose.of(CHANGES)(changed, choose);
  return changed.length > 4_000_000 ? xml : changed;
}
