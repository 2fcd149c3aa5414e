import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { TransitionType } from '#engine/video/transitions/transition-types.ts';
import { smallestOf } from '../extremes.ts';
import type { YamlFields } from '../markdown/front-matter.ts';
import { htmlClassesOf, textOfNode } from '../markdown/marked-text.ts';
import { type RevealSlideAttributes, readRevealSlideAttributes } from '../markdown/reveal-slide-attributes.ts';

/** A slide of an HTML deck. */
export type HtmlDeckPage = {
  /** Settings in its attributes, by their names in front matter. */
  fields: YamlFields;
  /** Speaker notes; empty if it has none. */
  note: string;
  /** Transition into the slide; absent: the deck names none. */
  transition?: TransitionType | undefined;
  /** Elements behind the slide that are not drawn. */
  elements: readonly string[];
} & (
  | {
      tree: Root;
      /** Number of parts that appear with a click, https://revealjs.com/fragments. */
      clicks: number;
      /** True if each point of its list appears with a click. */
      comesByPoint: boolean;
    }
  /** Slides in Markdown within the page, with their separators. */
  | { markdown: string; separators: YamlFields }
  /** Slides in a Markdown file next to the page, with their separators. */
  | { markdownFile: string; separators: YamlFields }
);

/** Slides of an HTML deck that are written in Markdown. */
export type MarkdownInHtmlPage = Exclude<HtmlDeckPage, { tree: Root }>;

type Parent = Root | Element;
type HtmlNode = RootContent | ElementContent;

const isElement = (node: HtmlNode): node is Element => node.type === 'element';
const nodesOf = ({ children }: Parent): readonly HtmlNode[] => children;
const elementsIn = (parent: Parent): Element[] => nodesOf(parent).filter(isElement);
const hasClass = ({ properties }: Element, name: string): boolean => htmlClassesOf(properties).includes(name);
const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The first descendant that passes a test. */
function findElement(parent: Parent, matches: (element: Element) => boolean): Element | undefined {
  for (const element of elementsIn(parent)) {
    if (matches(element)) return element;
    const descendant = findElement(element, matches);
    if (descendant) return descendant;
  }
  return undefined;
}

/** The descendants that pass a test and are not nested in another one that passes it. */
const outermostElements = (parent: Parent, matches: (element: Element) => boolean): Element[] =>
  elementsIn(parent).flatMap((element) => (matches(element) ? [element] : outermostElements(element, matches)));

/** Number of descendants that pass a test. */
const countDescendants = (parent: Parent, matches: (element: Element) => boolean): number =>
  elementsIn(parent).reduce((sum, element) => sum + (matches(element) ? 1 : 0) + countDescendants(element, matches), 0);

const isSection = ({ tagName }: Element): boolean => tagName === 'section';
const isNote = (element: Element): boolean => element.tagName === 'aside' && hasClass(element, 'notes');
const isFragment = (element: Element): boolean => hasClass(element, 'fragment');

/** Elements that are not content of a slide: controls, links of the page, styles and scripts. */
const DROPPED_ELEMENTS = new Set(
  'script style link meta head title base noscript template nav form button input select'.split(' '),
);
/** Elements that group the headings of a page without slides. */
const GROUPING_ELEMENTS = new Set('html body main article section div header center hgroup'.split(' '));
const BLOCK_ELEMENTS = new Set('p div li ul ol section h1 h2 h3 h4 h5 h6 blockquote pre tr table dl dt dd'.split(' '));

/** The text of notes: paragraphs with a blank line between them, and line breaks where the page has `<br>`. */
function noteText(node: HtmlNode): string {
  if (node.type === 'text') return node.value.replace(/\s+/g, ' ');
  if (!isElement(node) || DROPPED_ELEMENTS.has(node.tagName)) return '';
  if (node.tagName === 'br') return '\n';
  const text = node.children.map(noteText).join('');
  return BLOCK_ELEMENTS.has(node.tagName) ? `\n\n${text}\n\n` : text;
}

/** A text with trimmed lines, and one blank line between paragraphs. */
const tidyParagraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => line.trim())
        .join('\n')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');

/** A listing without the indentation that all its lines share, and without blank lines around it. */
function dedent(text: string): string {
  const lines = text.replaceAll('\t', '  ').split('\n');
  const hasText = (line: string): boolean => line.trim() !== '';
  const innerLines = lines.slice(Math.max(0, lines.findIndex(hasText)), lines.findLastIndex(hasText) + 1);
  const indents = innerLines.filter(hasText).map((line) => line.search(/\S/));
  const sharedIndent = indents.length === 0 ? 0 : smallestOf(indents);
  return innerLines.map((line) => line.slice(sharedIndent)).join('\n');
}

/** Class names of listings that name no language. */
const NO_LANGUAGE = /^(?:hljs|fragment|stretch|r-stretch|line-numbers|highlight|nohighlight|no-highlight|plaintext)$/;

/** A listing of highlight.js, with its language in the class name that Markdown parsers write (`language-…`). */
function createListing(pre: Element): Element {
  const code = elementsIn(pre).find(({ tagName }) => tagName === 'code');
  const classes = [...(code ? htmlClassesOf(code.properties) : []), ...htmlClassesOf(pre.properties)];
  const languageClass =
    classes.find((name) => /^lang(?:uage)?-/.test(name)) ?? classes.find((name) => !NO_LANGUAGE.test(name));
  const language = languageClass?.replace(/^lang(?:uage)?-/, '');
  return {
    ...pre,
    children: [
      {
        type: 'element',
        tagName: 'code',
        properties: language === undefined ? {} : { className: [`language-${language}`] },
        children: [{ type: 'text', value: dedent(textOfNode(pre)) }],
      },
    ],
  };
}

const NOT_DISPLAYED = /(?:^|;)\s*display\s*:\s*none\b/i;

/** Reports whether the attributes of an element hide it. */
const isHidden = ({ properties: { hidden, style } }: Element): boolean =>
  (hidden !== undefined && hidden !== false) || (typeof style === 'string' && NOT_DISPLAYED.test(style));

/**
 * A figure whose only picture has the text of its `<figcaption>` as title: the caption of the picture. Any other figure is unchanged, and the
 * text is a paragraph.
 */
function withCaption(figure: Element): Element {
  const captions = elementsIn(figure).filter(({ tagName }) => tagName === 'figcaption');
  const [caption] = captions;
  const [picture] = outermostElements(figure, ({ tagName }) => tagName === 'img');
  const hasOtherContent =
    countDescendants(figure, ({ tagName }) => VISUAL_ELEMENTS.has(tagName) || tagName === 'pre') > 1;
  const text = caption ? textOfNode(caption).replace(/\s+/gu, ' ').trim() : '';
  if (!picture || hasOtherContent || captions.length > 1 || text === '' || trimmedText(picture.properties.title) !== '')
    return figure;
  const addTitle = (node: ElementContent): ElementContent => {
    if (!isElement(node)) return node;
    if (node === picture) return { ...node, properties: { ...node.properties, title: text } };
    return { ...node, children: node.children.map(addTitle) };
  };
  return { ...figure, children: figure.children.filter((child) => child !== caption).map(addTitle) };
}

/** A node without notes, hidden elements and elements that are not content of a slide. A picture that is loaded lazily gets its address. */
function cleanNode(node: HtmlNode): ElementContent[] {
  if (!isElement(node)) return node.type === 'doctype' ? [] : [node];
  const { tagName, properties } = node;
  if (DROPPED_ELEMENTS.has(tagName) || isNote(node) || isHidden(node)) return [];
  if (tagName === 'pre') return [createListing(node)];
  if (tagName === 'figure') {
    const figureWithCaption = withCaption(node);
    if (figureWithCaption !== node) return cleanNode(figureWithCaption);
  }
  const lazySource = tagName === 'img' && trimmedText(properties.src) === '' ? trimmedText(properties.dataSrc) : '';
  return [
    {
      ...node,
      properties: lazySource === '' ? properties : { ...properties, src: lazySource },
      children: node.children.flatMap(cleanNode),
    },
  ];
}

/** The attributes of a slide of reveal.js. The parser writes their names in camel case: `dataNotes`. */
const readAttributes = ({ properties }: Element): RevealSlideAttributes =>
  readRevealSlideAttributes((name) => {
    const value = properties[name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())];
    return typeof value === 'string' ? value : undefined;
  });

/** Separators of slides in Markdown, by their names in reveal-md. */
const readSeparators = ({ properties }: Element): YamlFields => ({
  separator: properties.dataSeparator,
  verticalSeparator: properties.dataSeparatorVertical,
  notesSeparator: properties.dataSeparatorNotes,
});

/** The Markdown of a slide, https://revealjs.com/markdown, or the name of its file. @returns undefined for a slide in HTML */
function readMarkdown(section: Element): { markdown: string } | { markdownFile: string } | undefined {
  const { dataMarkdown } = section.properties;
  if (dataMarkdown === undefined) return undefined;
  const fileName = trimmedText(dataMarkdown);
  if (fileName !== '' && fileName !== 'true') return { markdownFile: fileName };
  const container = findElement(section, ({ tagName }) => tagName === 'textarea' || tagName === 'script');
  const withoutNotes = section.children.filter((node) => !isElement(node) || !isNote(node));
  return { markdown: dedent(textOfNode(container ?? { ...section, children: withoutNotes })) };
}

/** The slide of a section without nested sections. */
function pageOf(section: Element): HtmlDeckPage {
  const notes = outermostElements(section, isNote).map(noteText);
  const { fields, note: attributeNote, transition, elements } = readAttributes(section);
  const note = tidyParagraphs([attributeNote, ...notes].join('\n\n'));
  const markdown = readMarkdown(section);
  if (markdown) return { ...markdown, separators: readSeparators(section), fields, note, transition, elements };
  const tree: Root = { type: 'root', children: section.children.flatMap(cleanNode) };
  const itemCount = countDescendants(tree, ({ tagName }) => tagName === 'li');
  const fragmentCount = countDescendants(tree, isFragment);
  const areAllItemsFragments =
    countDescendants(tree, (element) => element.tagName === 'li' && isFragment(element)) === itemCount;
  return {
    tree,
    fields,
    note,
    transition,
    elements,
    clicks: fragmentCount,
    comesByPoint: itemCount > 1 && fragmentCount === itemCount && areAllItemsFragments,
  };
}

const wrapInSection = (nodes: readonly HtmlNode[]): Element => ({
  type: 'element',
  tagName: 'section',
  properties: {},
  children: nodes.filter((node): node is ElementContent => node.type !== 'doctype'),
});

/** Elements that show something without text. */
const VISUAL_ELEMENTS = new Set('img svg video audio iframe canvas object embed math'.split(' '));

/** Reports whether nodes have visible content. Notes are not visible. */
const isVisible = (nodes: readonly HtmlNode[]): boolean =>
  wrapInSection(nodes)
    .children.flatMap(cleanNode)
    .some((node) =>
      isElement(node)
        ? textOfNode(node).trim() !== '' ||
          countDescendants(wrapInSection([node]), ({ tagName }) => VISUAL_ELEMENTS.has(tagName)) > 0
        : node.type === 'text' && node.value.trim() !== '',
    );

/** Groups nodes: each section is separate, and the nodes between two sections are a list. */
function groupBySections(nodes: readonly HtmlNode[]): (Element | HtmlNode[])[] {
  const runs: (Element | HtmlNode[])[] = [];
  for (const node of nodes) {
    const lastRun = runs.at(-1);
    if (isElement(node) && isSection(node)) runs.push(node);
    else if (Array.isArray(lastRun)) lastRun.push(node);
    else runs.push([node]);
  }
  return runs;
}

const addNote = (page: HtmlDeckPage, note: string): HtmlDeckPage => ({
  ...page,
  note: [note, page.note].filter((text) => text !== '').join('\n\n'),
});

/**
 * The slides of a section. A section with nested sections is a stack of vertical slides: each nested section, and the visible content
 * between them. Fields of the stack, such as `hide` and its background, apply to all its slides; its notes, its transition and its
 * elements to the first one.
 */
function pagesOf(section: Element): HtmlDeckPage[] {
  if (!elementsIn(section).some(isSection)) return [pageOf(section)];
  const stack = readAttributes(section);
  const runs = groupBySections(section.children);
  const invisibleRuns = new Set(runs.filter((run): run is HtmlNode[] => Array.isArray(run) && !isVisible(run)));
  const pages = runs.flatMap((run) => {
    if (!Array.isArray(run)) return pagesOf(run);
    return invisibleRuns.has(run) ? [] : [pageOf(wrapInSection(run))];
  });
  // Notes of the stack are in its attribute, or between its sections.
  const { note } = pageOf({
    ...wrapInSection([...invisibleRuns].flat()),
    properties: { dataNotes: section.properties.dataNotes },
  });
  return pages.map((page, index) => ({
    ...(index === 0 ? addNote(page, note) : page),
    fields: { ...stack.fields, ...page.fields },
    elements: index === 0 ? [...stack.elements, ...page.elements] : page.elements,
    transition: page.transition ?? (index === 0 ? stack.transition : undefined),
  }));
}

/** The blocks of a page without slides, without the elements that group them. */
const blocksOf = (parent: Parent): HtmlNode[] =>
  nodesOf(parent).flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node];
    if (node.tagName === 'footer' || (node.tagName === 'aside' && !isNote(node))) return [];
    return GROUPING_ELEMENTS.has(node.tagName) && findElement(node, startsSlide) ? blocksOf(node) : [node];
  });

const startsSlide = ({ tagName }: Element): boolean => tagName === 'h1' || tagName === 'h2';

/** The slides of blocks without sections: each `h1`, `h2` and `hr` starts one. */
function plainPages(blocks: readonly HtmlNode[]): HtmlDeckPage[] {
  const groups: HtmlNode[][] = [[]];
  for (const node of blocks) {
    if (isElement(node) && (startsSlide(node) || node.tagName === 'hr')) groups.push([]);
    groups.at(-1)?.push(node);
  }
  return groups.map((nodes) => pageOf(wrapInSection(nodes)));
}

/** The nodes of a page, without the elements that group its sections. */
const ungroupNodes = (parent: Parent): HtmlNode[] =>
  nodesOf(parent).flatMap((node) =>
    isElement(node) && !isSection(node) && findElement(node, isSection) ? ungroupNodes(node) : [node],
  );

/** The slides of the outermost sections of a page, and of the visible content outside of them. */
const sectionPages = (root: Root): HtmlDeckPage[] =>
  groupBySections(ungroupNodes(root)).flatMap((run) => {
    if (!Array.isArray(run)) return pagesOf(run);
    const blocks = blocksOf(wrapInSection(run));
    return isVisible(blocks) ? plainPages(blocks) : [];
  });

/** Sections that make a page a deck if it has no element of the class `slides`. One section is a part of a text. */
const MIN_SECTIONS = 2;

/**
 * The slides of an HTML deck. In one of reveal.js: its sections, vertical slides after the one above them. In another page: its
 * outermost sections and the content around them, or, without sections, the content below each `h1` and `h2`.
 */
export function splitHtmlDeckIntoPages(root: Root): HtmlDeckPage[] {
  const slides = findElement(root, (element) => hasClass(element, 'slides'));
  const sections = outermostElements(slides ?? root, isSection);
  if (sections.length < (slides ? 1 : MIN_SECTIONS)) return plainPages(blocksOf(root));
  return slides ? sections.flatMap(pagesOf) : sectionPages(root);
}

/** The `title` in the head of a page; undefined if it has none. */
export const findHtmlPageTitle = (root: Root): string | undefined => {
  const title = findElement(root, ({ tagName }) => tagName === 'title');
  return title && (textOfNode(title).replace(/\s+/g, ' ').trim() || undefined);
};
