import type { Element, ElementContent, Root, RootContent } from 'hast';
import { TRANSITION_TYPES, type TransitionType } from '#engine/video/transitions/transition-types.ts';
import type { Fields } from '../markdown/front-matter.ts';
import { classesOf, textWithin } from '../markdown/marked-text.ts';

/** A slide of an HTML deck. */
export type HtmlPage = {
  fields: Fields;
  /** What is spoken; empty: nothing. */
  note: string;
  /** Into the slide; absent: the deck says nothing. */
  transition?: TransitionType | undefined;
} & (
  | {
      tree: Root;
      /** Parts that come in by clicks (fragments of reveal.js). */
      clicks: number;
      /** The points of its list come in one by one. */
      comesByPoint: boolean;
    }
  /** Slides that are written in Markdown within the page, or in a file next to it. */
  | { markdown: string }
  | { markdownFile: string }
);

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

/** A node without what is no part of a slide; pictures that are loaded late have their addresses. */
function cleaned(node: Content): ElementContent[] {
  if (!isElement(node)) return node.type === 'doctype' ? [] : [node];
  const { tagName, properties } = node;
  if (DROPPED.has(tagName) || isNote(node) || properties.hidden === true) return [];
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

/** Settings of a slide of reveal.js, by the names that Markdown has for them. */
function fieldsOf({ properties }: Element): Fields {
  const image = textOf(properties.dataBackgroundImage) || textOf(properties.dataBackground);
  return {
    ...(textOf(properties.dataVisibility) === 'hidden' ? { hide: true } : {}),
    ...(/[/.]/.test(image) ? { backgroundImage: image } : {}),
    ...(textOf(properties.dataBackgroundSize) === 'contain' ? { backgroundSize: 'contain' } : {}),
  };
}

/** The Markdown of a slide of reveal.js that is written so: within the page, or the name of a file. */
function markdownOf(
  section: Element,
): Pick<Extract<HtmlPage, { markdown: string }>, 'markdown'> | { markdownFile: string } | undefined {
  const { dataMarkdown } = section.properties;
  if (dataMarkdown === undefined) return undefined;
  const file = textOf(dataMarkdown);
  if (file !== '' && file !== 'true') return { markdownFile: file };
  const holder = findElement(section, ({ tagName }) => tagName === 'textarea' || tagName === 'script');
  return { markdown: dedented(textWithin(holder ?? section)) };
}

const transitionOf = ({ properties }: Element): TransitionType | undefined =>
  TRANSITION_TYPES.find((type) => type === textOf(properties.dataTransition).split(' ')[0]);

function pageOf(section: Element): HtmlPage {
  const notes = outermost(section, isNote).map(noteText);
  const note = paragraphs([textOf(section.properties.dataNotes), ...notes].join('\n\n'));
  const fields = fieldsOf(section);
  const markdown = markdownOf(section);
  if (markdown) return { ...markdown, fields, note };
  const transition = transitionOf(section);
  const tree: Root = { type: 'root', children: section.children.flatMap(cleaned) };
  const items = countWithin(tree, ({ tagName }) => tagName === 'li');
  const fragments = countWithin(tree, isFragment);
  const isEachItem = countWithin(tree, (element) => element.tagName === 'li' && isFragment(element)) === items;
  return {
    tree,
    fields,
    note,
    transition,
    clicks: fragments,
    comesByPoint: items > 1 && fragments === items && isEachItem,
  };
}

/** The slides of a section: those below one another, or itself. What hides a stack hides all of it. */
function pagesOf(section: Element): HtmlPage[] {
  const below = elementsIn(section).filter(isSection);
  if (below.length === 0) return [pageOf(section)];
  const { hide } = fieldsOf(section);
  return below.flatMap(pagesOf).map((page) => (hide === true ? { ...page, fields: { ...page.fields, hide } } : page));
}

/** The blocks of a page without slides, out of the boxes in which they lie. */
const blocksOf = (parent: Parent): Content[] =>
  contentOf(parent).flatMap((node): Content[] => {
    if (!isElement(node)) return [node];
    if (node.tagName === 'footer' || (node.tagName === 'aside' && !isNote(node))) return [];
    return WRAPPERS.has(node.tagName) && findElement(node, startsSlide) ? blocksOf(node) : [node];
  });

const startsSlide = ({ tagName }: Element): boolean => tagName === 'h1' || tagName === 'h2';

/** A page without slides: each `h1` and `h2` starts one, and so does a rule. */
function plainPages(root: Root): HtmlPage[] {
  const groups: Content[][] = [[]];
  for (const node of blocksOf(root)) {
    if (isElement(node) && (startsSlide(node) || node.tagName === 'hr')) groups.push([]);
    groups.at(-1)?.push(node);
  }
  return groups.map((nodes) =>
    pageOf({
      type: 'element',
      tagName: 'section',
      properties: {},
      children: nodes.filter((node): node is ElementContent => node.type !== 'doctype'),
    }),
  );
}

/** Without such an element, one section is a part of a text and no slide. */
const MIN_SECTIONS = 2;

/**
 * The slides of an HTML deck: the sections of reveal.js, those below one another one after the other; in another page its
 * outermost sections, or else what stands below each `h1` and `h2`.
 */
export function htmlPages(root: Root): HtmlPage[] {
  const slides = findElement(root, (element) => hasClass(element, 'slides'));
  const sections = outermost(slides ?? root, isSection);
  return sections.length >= (slides ? 1 : MIN_SECTIONS) ? sections.flatMap(pagesOf) : plainPages(root);
}

/** The title in the head of a page. */
export const titleOf = (root: Root): string | undefined => {
  const title = findElement(root, ({ tagName }) => tagName === 'title');
  return title && (textWithin(title).replace(/\s+/g, ' ').trim() || undefined);
};
