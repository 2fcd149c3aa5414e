import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { TransitionType } from '#engine/video/transitions/transition-types.ts';
import type { Fields } from '../markdown/front-matter.ts';
import { classesOf, textWithin } from '../markdown/marked-text.ts';
import { type SlideAttributes, slideAttributes } from '../markdown/slide-attributes.ts';

/** A slide of an HTML deck. */
export type HtmlPage = {
  fields: Fields;
  /** What is spoken; empty: nothing. */
  note: string;
  /** Into the slide; absent: the deck says nothing. */
  transition?: TransitionType | undefined;
  /** Elements behind the slide that are not drawn. */
  elements: readonly string[];
} & (
  | {
      tree: Root;
      /** Parts that come in by clicks (fragments of reveal.js). */
      clicks: number;
      /** The points of its list come in one by one. */
      comesByPoint: boolean;
    }
  /** Slides that are written in Markdown within the page, or in a file next to it, and the separators between them. */
  | { markdown: string; separators: Fields }
  | { markdownFile: string; separators: Fields }
);

/** Slides in Markdown, as a page has them. */
export type MarkdownPage = Exclude<HtmlPage, { tree: Root }>;

type Parent = Root | Element;
type Content = RootContent | ElementContent;

const isElement = (node: Content): node is Element => node.type === 'element';
const contentOf = ({ children }: Parent): readonly Content[] => children;
const elementsIn = (parent: Parent): Element[] => contentOf(parent).filter(isElement);
const hasClass = ({ properties }: Element, name: string): boolean => classesOf(properties).includes(name);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The first element within another that fits. */
function findElement(parent: Parent, fits: (element: Element) => boolean): Element | undefined {
  for (const element of elementsIn(parent)) {
    if (fits(element)) return element;
    const within = findElement(element, fits);
    if (within) return within;
  }
  return undefined;
}

/** Elements that fit and do not lie in another one that does. */
const outermost = (parent: Parent, fits: (element: Element) => boolean): Element[] =>
  elementsIn(parent).flatMap((element) => (fits(element) ? [element] : outermost(element, fits)));

const countWithin = (parent: Parent, fits: (element: Element) => boolean): number =>
  elementsIn(parent).reduce((sum, element) => sum + (fits(element) ? 1 : 0) + countWithin(element, fits), 0);

const isSection = ({ tagName }: Element): boolean => tagName === 'section';
const isNote = (element: Element): boolean => element.tagName === 'aside' && hasClass(element, 'notes');
const isFragment = (element: Element): boolean => hasClass(element, 'fragment');

/** Elements that are no part of a slide: they do something, say how others look, or lead elsewhere. */
const DROPPED = new Set(
  'script style link meta head title base noscript template nav form button input select'.split(' '),
);
/** Boxes of a page without slides, in which its headings lie. */
const WRAPPERS = new Set('html body main article section div header center hgroup'.split(' '));
const BLOCKS = new Set('p div li ul ol section h1 h2 h3 h4 h5 h6 blockquote pre tr table dl dt dd'.split(' '));

/** The text of notes: a blank line between paragraphs, and each break as it is. */
function noteText(node: Content): string {
  if (node.type === 'text') return node.value.replace(/\s+/g, ' ');
  if (!isElement(node) || DROPPED.has(node.tagName)) return '';
  if (node.tagName === 'br') return '\n';
  const within = node.children.map(noteText).join('');
  return BLOCKS.has(node.tagName) ? `\n\n${within}\n\n` : within;
}

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => line.trim())
        .join('\n')
        .trim(),
    )
    .filter((part) => part !== '')
    .join('\n\n');

/** A listing without the spaces that all of its lines start with, and without blank lines around it. */
function dedented(text: string): string {
  const lines = text.replaceAll('\t', '  ').split('\n');
  while (lines[0]?.trim() === '') lines.shift();
  while (lines.at(-1)?.trim() === '') lines.pop();
  const margin = lines.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, line.search(/\S/))), 1000);
  return lines.map((line) => line.slice(margin)).join('\n');
}

const NO_LANGUAGE = /^(?:hljs|fragment|stretch|r-stretch|line-numbers|highlight|nohighlight|no-highlight|plaintext)$/;

/** A listing of highlight.js, in the way in which Markdown names its language. */
function listing(pre: Element): Element {
  const code = elementsIn(pre).find(({ tagName }) => tagName === 'code');
  const classes = [...(code ? classesOf(code.properties) : []), ...classesOf(pre.properties)];
  const named = classes.find((name) => /^lang(?:uage)?-/.test(name)) ?? classes.find((name) => !NO_LANGUAGE.test(name));
  const language = named?.replace(/^lang(?:uage)?-/, '');
  return {
    ...pre,
    children: [
      {
        type: 'element',
        tagName: 'code',
        properties: language === undefined ? {} : { className: [`language-${language}`] },
        children: [{ type: 'text', value: dedented(textWithin(pre)) }],
      },
    ],
  };
}

const NOT_DISPLAYED = /(?:^|;)\s*display\s*:\s*none\b/i;

/** Reports whether a page does not show an element, by its attributes. */
const isUnseen = ({ properties: { hidden, style } }: Element): boolean =>
  (hidden !== undefined && hidden !== false) || (typeof style === 'string' && NOT_DISPLAYED.test(style));

/** A node without what is no part of a slide; pictures that are loaded late have their addresses. */
function cleaned(node: Content): ElementContent[] {
  if (!isElement(node)) return node.type === 'doctype' ? [] : [node];
  const { tagName, properties } = node;
  if (DROPPED.has(tagName) || isNote(node) || isUnseen(node)) return [];
  if (tagName === 'pre') return [listing(node)];
  const late = tagName === 'img' && textOf(properties.src) === '' ? textOf(properties.dataSrc) : '';
  return [
    {
      ...node,
      properties: late === '' ? properties : { ...properties, src: late },
      children: node.children.flatMap(cleaned),
    },
  ];
}

/** The attributes of a slide of reveal.js. Elements have them as `dataNotes`. */
const attributesOf = ({ properties }: Element): SlideAttributes =>
  slideAttributes((name) => {
    const value = properties[name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())];
    return typeof value === 'string' ? value : undefined;
  });

/** Separators of Markdown, by the names that reveal-md has for them. */
const separatorsOf = ({ properties }: Element): Fields => ({
  separator: properties.dataSeparator,
  verticalSeparator: properties.dataSeparatorVertical,
  notesSeparator: properties.dataSeparatorNotes,
});

/** The Markdown of a slide of reveal.js that is written so: within the page, or the name of a file. */
function markdownOf(section: Element): { markdown: string } | { markdownFile: string } | undefined {
  const { dataMarkdown } = section.properties;
  if (dataMarkdown === undefined) return undefined;
  const file = textOf(dataMarkdown);
  if (file !== '' && file !== 'true') return { markdownFile: file };
  const holder = findElement(section, ({ tagName }) => tagName === 'textarea' || tagName === 'script');
  const text = section.children.filter((node) => !isElement(node) || !isNote(node));
  return { markdown: dedented(textWithin(holder ?? { ...section, children: text })) };
}

function pageOf(section: Element): HtmlPage {
  const notes = outermost(section, isNote).map(noteText);
  const { fields, note: inShort, transition, elements } = attributesOf(section);
  const note = paragraphs([inShort, ...notes].join('\n\n'));
  const markdown = markdownOf(section);
  if (markdown) return { ...markdown, separators: separatorsOf(section), fields, note, transition, elements };
  const tree: Root = { type: 'root', children: section.children.flatMap(cleaned) };
  const items = countWithin(tree, ({ tagName }) => tagName === 'li');
  const fragments = countWithin(tree, isFragment);
  const isEachItem = countWithin(tree, (element) => element.tagName === 'li' && isFragment(element)) === items;
  return {
    tree,
    fields,
    note,
    transition,
    elements,
    clicks: fragments,
    comesByPoint: items > 1 && fragments === items && isEachItem,
  };
}

const sectionOf = (nodes: readonly Content[]): Element => ({
  type: 'element',
  tagName: 'section',
  properties: {},
  children: nodes.filter((node): node is ElementContent => node.type !== 'doctype'),
});

/** Elements that show something without a text. */
const SHOWN = new Set('img svg video audio iframe canvas object embed math'.split(' '));

/** Reports whether nodes show anything, apart from notes. */
const showsSomething = (nodes: readonly Content[]): boolean =>
  sectionOf(nodes)
    .children.flatMap(cleaned)
    .some((node) =>
      isElement(node)
        ? textWithin(node).trim() !== '' || countWithin(sectionOf([node]), ({ tagName }) => SHOWN.has(tagName)) > 0
        : node.type === 'text' && node.value.trim() !== '',
    );

/** Nodes in their order: a section by itself, and all between two of them together. */
function runsOf(nodes: readonly Content[]): (Element | Content[])[] {
  const runs: (Element | Content[])[] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    if (isElement(node) && isSection(node)) runs.push(node);
    else if (Array.isArray(last)) last.push(node);
    else runs.push([node]);
  }
  return runs;
}

const withNote = (page: HtmlPage, note: string): HtmlPage => ({
  ...page,
  note: [note, page.note].filter((each) => each !== '').join('\n\n'),
});

/**
 * The slides of a section: itself, or those below one another and what it shows between them. What hides a stack hides all of it, and
 * what lies behind it lies behind all; what is said of it, and how it comes in, belongs to the first of them.
 */
function pagesOf(section: Element): HtmlPage[] {
  if (!elementsIn(section).some(isSection)) return [pageOf(section)];
  const ofStack = attributesOf(section);
  const runs = runsOf(section.children);
  const unseen = new Set(runs.filter((run): run is Content[] => Array.isArray(run) && !showsSomething(run)));
  const pages = runs.flatMap((run) => {
    if (!Array.isArray(run)) return pagesOf(run);
    return unseen.has(run) ? [] : [pageOf(sectionOf(run))];
  });
  const { note } = pageOf({
    ...sectionOf([...unseen].flat()),
    properties: { dataNotes: section.properties.dataNotes },
  });
  return pages.map((page, at) => ({
    ...(at === 0 ? withNote(page, note) : page),
    fields: { ...ofStack.fields, ...page.fields },
    elements: at === 0 ? [...ofStack.elements, ...page.elements] : page.elements,
    transition: page.transition ?? (at === 0 ? ofStack.transition : undefined),
  }));
}

/** The blocks of a page without slides, out of the boxes in which they lie. */
const blocksOf = (parent: Parent): Content[] =>
  contentOf(parent).flatMap((node): Content[] => {
    if (!isElement(node)) return [node];
    if (node.tagName === 'footer' || (node.tagName === 'aside' && !isNote(node))) return [];
    return WRAPPERS.has(node.tagName) && findElement(node, startsSlide) ? blocksOf(node) : [node];
  });

const startsSlide = ({ tagName }: Element): boolean => tagName === 'h1' || tagName === 'h2';

/** Blocks without slides: each `h1` and `h2` starts one, and so does a rule. */
function plainPages(blocks: readonly Content[]): HtmlPage[] {
  const groups: Content[][] = [[]];
  for (const node of blocks) {
    if (isElement(node) && (startsSlide(node) || node.tagName === 'hr')) groups.push([]);
    groups.at(-1)?.push(node);
  }
  return groups.map((nodes) => pageOf(sectionOf(nodes)));
}

/** The nodes of a page out of the boxes in which sections lie. */
const aroundSections = (parent: Parent): Content[] =>
  contentOf(parent).flatMap((node) =>
    isElement(node) && !isSection(node) && findElement(node, isSection) ? aroundSections(node) : [node],
  );

/** The outermost sections of a page, and what is shown outside of them. */
const sectionPages = (root: Root): HtmlPage[] =>
  runsOf(aroundSections(root)).flatMap((run) => {
    if (!Array.isArray(run)) return pagesOf(run);
    const blocks = blocksOf(sectionOf(run));
    return showsSomething(blocks) ? plainPages(blocks) : [];
  });

/** Without such an element, one section is a part of a text and no slide. */
const MIN_SECTIONS = 2;

/**
 * The slides of an HTML deck: the sections of reveal.js, those below one another one after the other; in another page its
 * outermost sections with what stands around them, or else what stands below each `h1` and `h2`.
 */
export function htmlPages(root: Root): HtmlPage[] {
  const slides = findElement(root, (element) => hasClass(element, 'slides'));
  const sections = outermost(slides ?? root, isSection);
  if (sections.length < (slides ? 1 : MIN_SECTIONS)) return plainPages(blocksOf(root));
  return slides ? sections.flatMap(pagesOf) : sectionPages(root);
}

/** The title in the head of a page. */
export const titleOf = (root: Root): string | undefined => {
  const title = findElement(root, ({ tagName }) => tagName === 'title');
  return title && (textWithin(title).replace(/\s+/g, ' ').trim() || undefined);
};
