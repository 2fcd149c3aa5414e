import GithubSlugger from 'github-slugger';
import type { Element, ElementContent, Nodes } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { refractor } from 'refractor';
import { READABLE_PAGES } from '#front/docs/site-pages.ts';
import { BASE_PATH } from './places.ts';

/** A heading, as a table of contents lists it. */
export interface PageHeading {
  depth: number;
  id: string;
  text: string;
}

export interface RenderedText {
  /** Content of the article. Markup in the text has become text, or is left out. */
  html: string;
  headings: PageHeading[];
  /** Text below each heading, without code; the first part is the text before any heading. */
  parts: { id: string; heading: string; text: string }[];
}

const LANGUAGES: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript' };
const PAGE_LINK = /^([\w-]+)\.md(#.*)?$/;
const KNOWN: readonly string[] = READABLE_PAGES;

/** Languages of the samples of one call, in their order, and what a reader calls them. */
const SAMPLES = { 'language-bash': 'curl', 'language-ts': 'TypeScript', 'language-python': 'Python' };

const textOf = (node: Nodes): string => {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map((child) => textOf(child)).join('') : '';
};

/** Colours a block of code by its language, and lets the keyboard scroll it. */
function dressCode(pre: Element): void {
  pre.properties = { ...pre.properties, tabIndex: 0, role: 'group', ariaLabel: 'Code' };
  const [code] = pre.children;
  if (code?.type !== 'element') return;
  const named = [code.properties.className].flat().find((name) => String(name).startsWith('language-'));
  const short = String(named ?? '').slice('language-'.length);
  const language = LANGUAGES[short] ?? short;
  // What is coloured contains elements and text, and nothing that could be another document.
  if (refractor.registered(language))
    code.children = refractor.highlight(textOf(code), language).children as ElementContent[];
}

const languageOf = (node: ElementContent | undefined): string | undefined => {
  const code = node?.type === 'element' && node.tagName === 'pre' ? node.children[0] : undefined;
  if (code?.type !== 'element') return undefined;
  return [code.properties.className]
    .flat()
    .map(String)
    .find((name) => name.startsWith('language-'));
};

const isSpace = (node: ElementContent): boolean => node.type === 'text' && node.value.trim() === '';

/** Puts samples of one call that follow each other into a group, from which a reader chooses a language. */
function groupSamples(nodes: readonly ElementContent[]): ElementContent[] {
  const solid = nodes.filter((node) => !isSpace(node));
  const wanted = Object.entries(SAMPLES);
  return solid.flatMap((node, at): ElementContent[] => {
    const starts = (from: number): boolean => wanted.every(([name], index) => languageOf(solid[from + index]) === name);
    if (wanted.some((_, back) => back > 0 && at >= back && starts(at - back))) return [];
    if (!starts(at)) return [node];
    const choices = wanted.map(([, label], index): Element => {
      const caption = [{ type: 'text' as const, value: label }];
      const named: Element = {
        type: 'element',
        tagName: 'p',
        properties: { className: ['language'] },
        children: caption,
      };
      const code = solid[at + index] as Element;
      return {
        type: 'element',
        tagName: 'div',
        properties: { className: ['sample'], dataLanguage: label },
        children: [named, code],
      };
    });
    return [{ type: 'element', tagName: 'div', properties: { className: ['samples'] }, children: choices }];
  });
}

/** The text of a page by headings. Code is left out: a reader who looks for a word means the text about it. */
function partsOf(nodes: readonly ElementContent[], headings: readonly PageHeading[]): RenderedText['parts'] {
  const parts: RenderedText['parts'] = [{ id: '', heading: '', text: '' }];
  for (const node of nodes) {
    const heading =
      node.type === 'element'
        ? headings.find(({ id }) => /^h[1-6]$/.test(node.tagName) && id === node.properties.id)
        : undefined;
    if (heading) parts.push({ id: heading.depth === 1 ? '' : heading.id, heading: heading.text, text: '' });
    else if (node.type !== 'element' || node.tagName !== 'pre') {
      const last = parts.at(-1);
      if (last) last.text += ` ${textOf(node)}`;
    }
  }
  return parts
    .map((part) => ({ ...part, text: part.text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ heading, text }) => heading !== '' || text !== '');
}

/** A link to a guide leads to its page; a file of the repository is not served, and so its name is all that stays. */
function dressLink(link: Element): void {
  const href = String(link.properties.href ?? '');
  const [, page = '', anchor = ''] = PAGE_LINK.exec(href) ?? [];
  if (KNOWN.includes(page)) link.properties.href = `${BASE_PATH}/docs/${page}${anchor}`;
  else if (!/^(https?:\/\/|#)/.test(href) && !href.startsWith(BASE_PATH)) {
    link.tagName = 'span';
    link.properties = {};
  }
}

/** The cells of a row. */
const cellsOf = (part: ElementContent): Element[] => {
  if (part.type !== 'element') return [];
  return /^t[hd]$/.test(part.tagName) ? [part] : part.children.flatMap(cellsOf);
};

/** A wide table scrolls by itself, by keyboard too. A head without words is none, and a cell of a head without words heads nothing. */
function dressTable(table: Element): Element {
  table.children = table.children.filter(
    (part) => part.type !== 'element' || part.tagName !== 'thead' || textOf(part).trim() !== '',
  );
  for (const cell of table.children.flatMap(cellsOf)) if (textOf(cell).trim() === '') cell.tagName = 'td';
  const properties = { className: ['wide'], tabIndex: 0, role: 'group', ariaLabel: 'Table' };
  return { type: 'element', tagName: 'div', properties, children: [table] };
}

/** A text of this project as HTML, with anchors at its headings as GitHub makes them. */
export function renderMarkdown(text: string): RenderedText {
  const root = toHast(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  const slugger = new GithubSlugger();
  const headings: PageHeading[] = [];

  function dressHeading(heading: Element): void {
    const words = textOf(heading);
    const id = slugger.slug(words);
    headings.push({ depth: Number(heading.tagName.slice(1)), id, text: words });
    heading.properties.id = id;
    if (heading.tagName === 'h1') return;
    const properties = { className: ['anchor'], href: `#${id}`, ariaLabel: `Link to: ${words}` };
    heading.children.push({ type: 'element', tagName: 'a', properties, children: [{ type: 'text', value: '#' }] });
  }

  function dress(node: ElementContent): ElementContent {
    if (node.type !== 'element') return node;
    if (node.tagName === 'pre') dressCode(node);
    else node.children = node.children.map(dress);
    if (/^h[1-6]$/.test(node.tagName)) dressHeading(node);
    if (node.tagName === 'a' && !('ariaLabel' in node.properties)) dressLink(node);
    return node.tagName === 'table' ? dressTable(node) : node;
  }

  const made = root.type === 'root' ? root.children.flatMap((node) => (node.type === 'doctype' ? [] : [node])) : [];
  const dressed = made.map((node) => dress(node));
  const parts = partsOf(dressed, headings);
  return { html: toHtml({ type: 'root', children: groupSamples(dressed) }), headings, parts };
}
