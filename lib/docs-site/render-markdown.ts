import GithubSlugger from 'github-slugger';
import type { Element, ElementContent, Nodes } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { refractor } from 'refractor';
import { READABLE_PAGES } from '../docs/site-pages.ts';
import { BASE_PATH } from './places.ts';

/** A heading, as a table of contents lists it. */
export interface PageHeading {
  depth: number;
  id: string;
  text: string;
}

export interface RenderedText {
  /** What stands in the article. Markup in the text has become text, or is left out. */
  html: string;
  headings: PageHeading[];
}

const LANGUAGES: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript' };
const PAGE_LINK = /^([\w-]+)\.md(#.*)?$/;
const KNOWN: readonly string[] = READABLE_PAGES;

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
  // What is coloured holds elements and text, and nothing that could be another document.
  if (refractor.registered(language))
    code.children = refractor.highlight(textOf(code), language).children as ElementContent[];
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

/** A wide table scrolls by itself, by keyboard too. A head without words is none. */
function dressTable(table: Element): Element {
  table.children = table.children.filter(
    (part) => part.type !== 'element' || part.tagName !== 'thead' || textOf(part).trim() !== '',
  );
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

  if (root.type === 'root') root.children = root.children.map((node) => (node.type === 'doctype' ? node : dress(node)));
  return { html: toHtml(root), headings };
}
