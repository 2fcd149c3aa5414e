import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { SpokenLanguageRules } from '../spoken-language-rules.ts';
import { type MakeSpokenRules, type SpokenRule, WORD_START_PATTERN } from '../spoken-rule.ts';

/** Top-level domains that mark an address without a scheme. */
const TOP_LEVEL_DOMAINS =
  'com|org|net|info|edu|gov|app|dev|cloud|shop|blog|tech|online|site|example|test|io|ai|co|eu|uk|de|at|ch|fr|es|it|pt|br|nl|be|us|ca|au|jp|cn|in|se|no|dk|fi|pl|cz|ly|tv|me';
const HOST_LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,60}[\\p{L}\\p{N}])?';
const HOST = `(?:${HOST_LABEL}\\.){1,6}`;
/** Ends in a letter, a figure or a slash: a full stop after it ends the sentence. */
const PATH = '(?:/(?:[\\p{L}\\p{N}_.~%+@-]{0,60}[\\p{L}\\p{N}_~%+-])?){0,8}';
const QUERY = '(?:[?#][^\\s<>"»”)]{0,200}[\\p{L}\\p{N}_=/&-])?';

/** The words of file extensions. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  txt: 'T X T',
  csv: 'C S V',
  md: 'M D',
  html: 'H T M L',
  css: 'C S S',
  js: 'J S',
  ts: 'T S',
  py: 'P Y',
  rs: 'R S',
  xml: 'X M L',
  yml: 'Y M L',
  pdf: 'P D F',
  svg: 'S V G',
  mp3: 'M P 3',
  mp4: 'M P 4',
  ppt: 'P P T',
  xls: 'X L S',
  pptx: 'P P T X',
  xlsx: 'X L S X',
  docx: 'doc X',
  doc: 'doc',
  json: 'jason',
  yaml: 'yamel',
  toml: 'tommel',
  png: 'P N G',
  jpg: 'J P G',
  jpeg: 'J P E G',
  gif: 'gif',
  webp: 'web P',
  zip: 'zip',
  exe: 'E X E',
  sh: 'S H',
  env: 'env',
  log: 'log',
  conf: 'conf',
  ini: 'ini',
  lock: 'lock',
  wav: 'wave',
  odp: 'O D P',
  tar: 'tar',
  gz: 'G Z',
};

const spellLetters = (word: string): string => [...word.toUpperCase()].join(' ');

/** The signs of an address in words; letters and figures stay. */
function wordsOfSigns(text: string, { words }: SpokenLanguageRules): string {
  const wordBySign: Readonly<Record<string, string>> = {
    '.': words.dot,
    '/': words.slash,
    '-': words.dash,
    _: words.underscore,
    '@': words.at,
    ':': words.colon,
    '+': words.plus,
  };
  return text
    .replace(/[./_@:+-]/g, (sign) => ` ${ownPropertyValue(wordBySign, sign) ?? ''} `)
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The words of a host: a top-level domain of two letters is spelled, "www." is not said. */
function wordsOfHost(host: string, language: SpokenLanguageRules): string {
  const parts = host.replace(/^www\./i, '').split('.');
  const topLevelDomain = parts.pop() ?? '';
  return wordsOfSigns(
    [...parts, topLevelDomain.length === 2 ? spellLetters(topLevelDomain) : topLevelDomain.toLowerCase()].join('.'),
    language,
  );
}

/** An address of mail: "name@example.com". */
const MAIL_ADDRESS: SpokenRule = {
  pattern: new RegExp(
    `${WORD_START_PATTERN}(?<user>[\\p{L}\\p{N}][\\p{L}\\p{N}._+-]{0,63})@(?<host>${HOST}\\p{L}{2,10})(?![\\p{L}\\p{N}])`,
    'gu',
  ),
  say: ({ groups: { user = '', host = '' } }, language) =>
    `${wordsOfSigns(user, language)} ${language.words.at} ${wordsOfHost(host, language)}`,
};

/** An address with a scheme: "https://example.com/path". */
const PAGE_ADDRESS: SpokenRule = {
  pattern: new RegExp(
    `${WORD_START_PATTERN}https?://(?<host>${HOST}\\p{L}{2,12}|localhost)(?<port>:\\d{2,5})?(?<path>${PATH})${QUERY}`,
    'giu',
  ),
  say: ({ groups: { host = '', port = '', path = '' } }, language) =>
    [wordsOfHost(host, language), wordsOfSigns(port + path.replace(/\/$/, ''), language)].filter(Boolean).join(' '),
};

/** The address of a program on the same machine: "localhost:3000/v1". */
const LOCALHOST_ADDRESS: SpokenRule = {
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}_.@/-])(?<host>localhost)(?<port>:\\d{2,5})?(?<path>${PATH})${QUERY}(?![\\p{L}\\p{N}_])`,
    'giu',
  ),
  say: ({ groups: { host = '', port = '', path = '' } }, language) =>
    wordsOfSigns(host.toLowerCase() + port + path.replace(/\/$/, ''), language),
};

/** An address without a scheme: "www.example.com", "example.com/path". */
const ADDRESS_WITHOUT_SCHEME: SpokenRule = {
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}_.@/-])(?<host>(?:www\\.${HOST}\\p{L}{2,10}|${HOST}(?:${TOP_LEVEL_DOMAINS})))(?![\\p{L}\\p{N}@])(?!\\.\\p{L})(?<path>${PATH})${QUERY}`,
    'gu',
  ),
  say: ({ groups: { host = '', path = '' } }, language) =>
    // "End.It" is two sentences, and "Node.js" a name.
    /^[^\p{Lu}]+$|^www/u.test(host) || path !== ''
      ? [wordsOfHost(host, language), wordsOfSigns(path.replace(/\/$/, ''), language)].filter(Boolean).join(' ')
      : undefined,
};

/** The name of a file: "notes.txt". */
const FILE_NAME: SpokenRule = {
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}_.@/-])(?<name>(?:[\\p{L}\\p{N}_-]{1,60}\\.){1,3})(?<type>${Object.keys(EXTENSIONS).join('|')})(?![\\p{L}\\p{N}_])`,
    'gu',
  ),
  say: ({ groups: { name = '', type = '' } }, language) =>
    type === 'js' && /^\p{Lu}/u.test(name)
      ? undefined
      : `${wordsOfSigns(name, language)} ${ownPropertyValue(EXTENSIONS, type) ?? type}`,
};

/** Addresses of pages and mail, and names of files. The scheme and what follows "?" or "#" are not said, as in speech between people. */
export const spokenAddressRules: MakeSpokenRules = () => [
  MAIL_ADDRESS,
  PAGE_ADDRESS,
  LOCALHOST_ADDRESS,
  ADDRESS_WITHOUT_SCHEME,
  FILE_NAME,
];
