import GithubSlugger from 'github-slugger';
import type { Element, ElementContent, Nodes } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { refractor } from 'refractor';
import { ALL_DOCS_PAGES } from '#front/docs/site-pages.ts';
import { BASE_PATH_PLACEHOLDER } from './places.ts';

/** A heading of a page, for its table of contents. */
export interface DocsPageHeading {
  depth: number;
  id: string;
  text: string;
}

/** A Markdown text rendered for a page. */
export interface RenderedMarkdown {
  /** The HTML of the article. HTML in the Markdown is left out. */
  html: string;
  headings: DocsPageHeading[];
  /** The text below each heading, without code; the first part is the text before the first heading. */
  parts: { id: string; heading: string; text: string }[];
}

/** The highlighter's names of languages, by the names in Markdown, where they differ. */
const LANGUAGE_ALIASES: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript' };
/** A link of a guide to another page: its name, and perhaps an anchor. */
const PAGE_LINK = /^([\w-]+)\.md(#.*)?$/;
const PAGE_NAMES: readonly string[] = ALL_DOCS_PAGES;

/** The classes of the code blocks that make a group of samples, in order, with the labels of their languages. */
const SAMPLE_LABELS = { 'language-bash': 'curl', 'language-ts': 'TypeScript', 'language-python': 'Python' };

const textOf = (node: Nodes): string => {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map((child) => textOf(child)).join('') : '';
};

/** Highlights the syntax of a code block, and makes it focusable, so that it can be scrolled by keyboard. */
function highlightCode(pre: Element): void {
  pre.properties = { ...pre.properties, tabIndex: 0, role: 'group', ariaLabel: 'Code' };
  const [code] = pre.children;
  if (code?.type !== 'element') return;
  const languageClass = [code.properties.className].flat().find((name) => String(name).startsWith('language-'));
  const languageName = String(languageClass ?? '').slice('language-'.length);
  const language = LANGUAGE_ALIASES[languageName] ?? languageName;
  // The type of highlighted code also allows a document type, which the highlighter never makes.
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

/** Groups consecutive code blocks with the samples of one call, so that the script of the page can show them as tabs. */
function groupSamples(nodes: readonly ElementContent[]): ElementContent[] {
  const visible = nodes.filter((node) => !isSpace(node));
  const sampleLabels = Object.entries(SAMPLE_LABELS);
  return visible.flatMap((node, position): ElementContent[] => {
    const startsSamples = (start: number): boolean =>
      sampleLabels.every(([name], index) => languageOf(visible[start + index]) === name);
    if (sampleLabels.some((_, offset) => offset > 0 && position >= offset && startsSamples(position - offset)))
      return [];
    if (!startsSamples(position)) return [node];
    const samples = sampleLabels.map(([, label], index): Element => {
      const caption = [{ type: 'text' as const, value: label }];
      const labelParagraph: Element = {
        type: 'element',
        tagName: 'p',
        properties: { className: ['language'] },
        children: caption,
      };
      const code = visible[position + index] as Element;
      return {
        type: 'element',
        tagName: 'div',
        properties: { className: ['sample'], dataLanguage: label },
        children: [labelParagraph, code],
      };
    });
    return [{ type: 'element', tagName: 'div', properties: { className: ['samples'] }, children: samples }];
  });
}

/** The text of a page by heading, for the search. Code is left out, because searches are for the text about it. */
function partsOf(nodes: readonly ElementContent[], headings: readonly DocsPageHeading[]): RenderedMarkdown['parts'] {
  const parts: RenderedMarkdown['parts'] = [{ id: '', heading: '', text: '' }];
  for (const node of nodes) {
    const heading =
      node.type === 'element'
        ? headings.find(({ id }) => /^h[1-6]$/.test(node.tagName) && id === node.properties.id)
        : undefined;
    if (heading) parts.push({ id: heading.depth === 1 ? '' : heading.id, heading: heading.text, text: '' });
    else if (node.type !== 'element' || node.tagName !== 'pre') {
      const lastPart = parts.at(-1);
      if (lastPart) lastPart.text += ` ${textOf(node)}`;
    }
  }
  return parts
    .map((part) => ({ ...part, text: part.text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ heading, text }) => heading !== '' || text !== '');
}

/** Changes a link to a guide into one to its page. A link to another file of the repository, which is not served, becomes plain text. */
function resolveLink(link: Element): void {
  const href = String(link.properties.href ?? '');
  const [, page = '', anchor = ''] = PAGE_LINK.exec(href) ?? [];
  if (PAGE_NAMES.includes(page)) link.properties.href = `${BASE_PATH_PLACEHOLDER}/docs/${page}${anchor}`;
  else if (!/^(https?:\/\/|#)/.test(href) && !href.startsWith(BASE_PATH_PLACEHOLDER)) {
    link.tagName = 'span';
    link.properties = {};
  }
}

/** The cells of a row. */
const cellsOf = (part: ElementContent): Element[] => {
  if (part.type !== 'element') return [];
  return /^t[hd]$/.test(part.tagName) ? [part] : part.children.flatMap(cellsOf);
};

/** A table in a scrollable element, which can be focused by keyboard. A header without text is removed; empty header cells become data cells. */
function wrapTable(table: Element): Element {
  table.children = table.children.filter(
    (part) => part.type !== 'element' || part.tagName !== 'thead' || textOf(part).trim() !== '',
  );
  for (const cell of table.children.flatMap(cellsOf)) if (textOf(cell).trim() === '') cell.tagName = 'td';
  const properties = { className: ['wide'], tabIndex: 0, role: 'group', ariaLabel: 'Table' };
  return { type: 'element', tagName: 'div', properties, children: [table] };
}

/** Renders a Markdown text as HTML, with the anchors that GitHub gives to headings. */
export function renderMarkdown(text: string): RenderedMarkdown {
  const root = toHast(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  const slugger = new GithubSlugger();
  const headings: DocsPageHeading[] = [];

  function addAnchor(heading: Element): void {
    const words = textOf(heading);
    const id = slugger.slug(words);
    headings.push({ depth: Number(heading.tagName.slice(1)), id, text: words });
    heading.properties.id = id;
    if (heading.tagName === 'h1') return;
    const properties = { className: ['anchor'], href: `#${id}`, ariaLabel: `Link to: ${words}` };
    heading.children.push({ type: 'element', tagName: 'a', properties, children: [{ type: 'text', value: '#' }] });
  }

  function transform(node: ElementContent): ElementContent {
    if (node.type !== 'element') return node;
    if (node.tagName === 'pre') highlightCode(node);
    else node.children = node.children.map(transform);
    if (/^h[1-6]$/.test(node.tagName)) addAnchor(node);
    if (node.tagName === 'a' && !('ariaLabel' in node.properties)) resolveLink(node);
    return node.tagName === 'table' ? wrapTable(node) : node;
  }

  const nodes = root.type === 'root' ? root.children.flatMap((node) => (node.type === 'doctype' ? [] : [node])) : [];
  const transformedNodes = nodes.map((node) => transform(node));
  const parts = partsOf(transformedNodes, headings);
  return { html: toHtml({ type: 'root', children: groupSamples(transformedNodes) }), headings, parts };
}
