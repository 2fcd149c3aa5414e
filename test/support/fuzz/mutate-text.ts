import type { RandomChoices } from './random-choices.ts';

/** Words that mean something in Markdown, in HTML or in one of the dialects. */
const WORDS = [
  ...[
    '#',
    '---',
    '***',
    '>',
    '- ',
    '1. ',
    '    ',
    '\t',
    '`',
    '```',
    '```js',
    '~~~',
    '$',
    '$$',
    '|',
    '|---|',
    '[',
    ']',
    '](',
    '![',
    '![',
  ],
  ...[
    '<!--',
    '-->',
    '<!-- say: a -->',
    '<!-- skip -->',
    '<!-- _class: lead -->',
    '<div>',
    '</div>',
    '<section>',
    '</section>',
    '<aside class="notes">',
  ],
  ...[
    '<table>',
    '<tr><td colspan="99999">',
    '<svg>',
    '<template>',
    '<script>',
    '<style>',
    '<img src="',
    '<pre><code>',
    '<li>',
    '<b>',
    '</b>',
  ],
  ...[
    'Note:',
    'notes:',
    'layout: ',
    'src: ./a.md',
    'title: ',
    'background: ',
    'marp: true',
    'theme: seriph',
    'hide: true',
    'transition: ',
  ],
  ...[
    '\\',
    '\\frac{',
    '\\begin{matrix}',
    '\\def\\a{\\a}',
    '&',
    '&amp;',
    '&#0;',
    '{',
    '}',
    '{{name}}',
    '[[show]]',
    '*',
    '**',
    '_',
    '~~',
    '[^1]',
    '[^1]: ',
  ],
  ...[
    'https://a.example/a.png',
    '../../../etc/passwd',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    '\u0000',
    '\ufeff',
    '\u202e',
    '漢字',
    '👩‍👩‍👧',
    'سلام',
  ],
  ...[
    'data-markdown',
    'data-background-image="a.png"',
    'data-visibility="hidden"',
    'v-click',
    '::right::',
    '<<<',
    '@',
    'x'.repeat(3000),
    '\r\n',
    '\n\n',
  ],
];
const REPEATS = [1, 2, 5, 50, 500];

/** A changed copy of a text: lines and words are left out, doubled, moved, or put between. */
export function mutateText(text: string, choose: RandomChoices): string {
  let changed = text;
  for (let changes = 1 + choose.below(6); changes > 0; changes--) {
    const lines = changed.split('\n');
    const at = choose.below(lines.length);
    const place = choose.below(changed.length + 1);
    const kind = choose.below(8);
    if (kind === 0) lines.splice(at, 1 + choose.below(3));
    else if (kind === 1) lines.splice(at, 0, ...Array<string>(choose.of(REPEATS)).fill(lines[at] ?? ''));
    else if (kind === 2) lines.splice(choose.below(lines.length), 0, ...lines.splice(at, 1 + choose.below(5)));
    else if (kind === 3) lines[at] = `${choose.of(WORDS)}${lines[at] ?? ''}`;
    else if (kind === 4) lines[at] = choose.of(WORDS).repeat(choose.of(REPEATS)).slice(0, 20_000);
    changed = kind < 5 ? lines.join('\n') : changed;
    if (kind === 5) changed = changed.slice(0, place) + choose.of(WORDS) + changed.slice(place);
    if (kind === 6) changed = changed.slice(0, place) + changed.slice(place + choose.below(40));
    if (kind === 7)
      changed =
        changed.slice(0, place) +
        choose.of(WORDS) +
        changed.slice(place, place + 300) +
        choose.of(WORDS) +
        changed.slice(place + 300);
  }
  return changed.slice(0, 2_000_000);
}
