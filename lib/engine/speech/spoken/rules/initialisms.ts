import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { alternativesPattern, type MakeSpokenRules, WORD_END_PATTERN, WORD_START_PATTERN } from '../spoken-rule.ts';

/** Initialisms that are said letter by letter, but that a voice may read as words. */
const SPELLED_INITIALISMS =
  'FAQ ROI URL URI UI UX AI IP EU USA UAE CEO CFO CTO COO CIO IPO KPI SEO ETA FYI DIY ATM EV EPS ESG AWS EC2 IAM API SDK CLI GUI IDE ORM ' +
  'CI CD QA HR PR VR XR IOT OKR ARR MRR ERP EOD iOS ACL SSO SLA SLO UAT UID UUID AAC AVI USB USP CPU GPU IQ EQ ICU MBA FBI CIA LED LCD OLED ' +
  'IDE RAID5 SQL AES SSH SSL TLS TTL HTTP HTTPS HTML CSS CSV PDF XML DNS TCP B2B B2C P2P';
/** Words that are written like initialisms, or shortened by a number of letters. */
const SPOKEN_NAMES: Readonly<Record<string, string>> = {
  SaaS: 'sass',
  PaaS: 'pass',
  IaaS: 'eye ass',
  IoT: 'I O T',
  LLMs: 'L L Ms',
  PhD: 'P H D',
  WiFi: 'wai fai',
  'Wi-Fi': 'wai fai',
  k8s: 'kubernetes',
  K8s: 'Kubernetes',
  i18n: 'internationalization',
  l10n: 'localization',
  a11y: 'accessibility',
  nginx: 'engine X',
  NGINX: 'engine X',
  JPEG: 'jay peg',
  OAuth: 'O auth',
  OAuth2: 'O auth two',
  macOS: 'mac O S',
  iPadOS: 'iPad O S',
  DevOps: 'dev ops',
  GraphQL: 'graph Q L',
  PostgreSQL: 'postgres Q L',
  MySQL: 'my S Q L',
  NoSQL: 'no S Q L',
  CapEx: 'cap ex',
  OpEx: 'op ex',
};

/** Letters one by one, as every voice reads them. */
const spellOut = (word: string): string => word.replace(/[\p{L}\p{N}]/gu, (sign) => `${sign.toUpperCase()} `).trim();

/** Initialisms and names of programming languages: as letters or as words, by a list. */
export const spokenInitialismRules: MakeSpokenRules = () => [
  {
    // "C#", "F#": also the notes of music.
    pattern: /(?<![\p{L}\p{N}_#&/-])(?<letter>[A-GJQ])#(?![\p{L}\p{N}_#])/gu,
    say: ({ groups: { letter = '' } }) => `${letter} sharp`,
  },
  {
    pattern: /(?<![\p{L}\p{N}_+/-])(?<letter>[CG])\+\+(?![\p{L}_+])/giu,
    say: ({ groups: { letter = '' }, after }, { words: { plus } }) =>
      `${letter.toUpperCase()} ${plus} ${plus}${/^\p{N}/u.test(after) ? ' ' : ''}`,
  },
  {
    pattern: /(?<![\p{L}\p{N}_.])(?<maker>ASP|ADO|VB)?\.NET(?![\p{L}\p{N}_])/gu,
    say: ({ groups: { maker = '' } }) => `${spellOut(maker)} dot net`.trim(),
  },
  {
    pattern: new RegExp(
      `${WORD_START_PATTERN}(?:${alternativesPattern(Object.keys(SPOKEN_NAMES))})${WORD_END_PATTERN}`,
      'gu',
    ),
    say: ({ text }) => ownPropertyValue(SPOKEN_NAMES, text),
  },
  {
    pattern: new RegExp(
      `${WORD_START_PATTERN}(?<word>${alternativesPattern(new Set(SPELLED_INITIALISMS.split(' ')))})(?<plural>s)?${WORD_END_PATTERN}`,
      'gu',
    ),
    // In a line of capitals, "IT" and "AI" may be words.
    say: ({ groups: { word = '', plural = '' }, before, after }) =>
      /\p{Lu}{4,} $/u.test(before) || /^ \p{Lu}{4,}(?!\p{Ll})/u.test(after) ? undefined : spellOut(word) + plural,
  },
];
