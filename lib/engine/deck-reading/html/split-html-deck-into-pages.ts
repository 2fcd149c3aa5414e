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
      /** Parts that appear with a click, https://revealjs.com/fragments. */
      clicks: number;
      /** Each point of its list appears with a click. */
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
type Content = RootContent | ElementContent;

const isElement = (node: Content): node is Element => node.type === 'element';
const contentOf = ({ children }: Parent): readonly Content[] => children;
const elementsIn = (parent: Parent): Element[] => contentOf(parent).filter(isElement);
const hasClass = ({ properties }: Element, name: string): boolean => htmlClassesOf(properties).includes(name);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The first descendant that passes a test. */
function findElement(parent: Parent, test: (element: Element) => boolean): Element | undefined {
  for (const element of elementsIn(parent)) {
    if (test(element)) return element;
    const descendant = findElement(element, test);
    if (descendant) return descendant;
  }
  return undefined;
}

/** The descendants that pass a test and are not nested in another one that passes it. */
const outermost = (parent: Parent, test: (element: Element) => boolean): Element[] =>
  elementsIn(parent).flatMap((element) => (test(element) ? [element] : outermost(element, test)));

/** Number of descendants that pass a test. */
const countWithin = (parent: Parent, test: (element: Element) => boolean): number =>
  elementsIn(parent).reduce((sum, element) => sum + (test(element) ? 1 : 0) + countWithin(element, test), 0);

const isSection = ({ tagName }: Element): boolean => tagName === 'section';
const isNote = (element: Element): boolean => element.tagName === 'aside' && hasClass(element, 'notes');
const isFragment = (element: Element): boolean => hasClass(element, 'fragment');

/** Elements that are not content of a slide: controls, links of the page, styles and scripts. */
const DROPPED = new Set(
  'script style link meta head title base noscript template nav form button input select'.split(' '),
);
/** Elements that group the headings of a page without slides. */
const WRAPPERS = new Set('html body main article section div header center hgroup'.split(' '));
const BLOCKS = new Set('p div li ul ol section h1 h2 h3 h4 h5 h6 blockquote pre tr table dl dt dd'.split(' '));

/** The text of notes: paragraphs with a blank line between them, and line breaks where the page has `<br>`. */
function noteText(node: Content): string {
  if (node.type === 'text') return node.value.replace(/\s+/g, ' ');
  if (!isElement(node) || DROPPED.has(node.tagName)) return '';
  if (node.tagName === 'br') return '\n';
  const text = node.children.map(noteText).join('');
  return BLOCKS.has(node.tagName) ? `\n\n${text}\n\n` : text;
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
function dedented(text: string): string {
  const lines = text.replaceAll('\t', '  ').split('\n');
  const hasText = (line: string): boolean => line.trim() !== '';
  const shown = lines.slice(Math.max(0, lines.findIndex(hasText)), lines.findLastIndex(hasText) + 1);
  const indents = shown.filter(hasText).map((line) => line.search(/\S/));
  const margin = indents.length === 0 ? 0 : smallestOf(indents);
  return shown.map((line) => line.slice(margin)).join('\n');
}

/** Class names of listings that name no language. */
const NO_LANGUAGE = /^(?:hljs|fragment|stretch|r-stretch|line-numbers|highlight|nohighlight|no-highlight|plaintext)$/;

/** A listing of highlight.js, with its language in the class name that Markdown parsers write (`language-…`). */
function listing(pre: Element): Element {
  const code = elementsIn(pre).find(({ tagName }) => tagName === 'code');
  const classes = [...(code ? htmlClassesOf(code.properties) : []), ...htmlClassesOf(pre.properties)];
  const named = classes.find((name) => /^lang(?:uage)?-/.test(name)) ?? classes.find((name) => !NO_LANGUAGE.test(name));
  const language = named?.replace(/^lang(?:uage)?-/, '');
  return {
    ...pre,
    children: [
      {
        type: 'element',
        tagName: 'code',
        properties: language === undefined ? {} : { className: [`language-${language}`] },
        children: [{ type: 'text', value: dedented(textOfNode(pre)) }],
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
  const [picture] = outermost(figure, ({ tagName }) => tagName === 'img');
  const hasOthers = countWithin(figure, ({ tagName }) => VISUAL.has(tagName) || tagName === 'pre') > 1;
  const text = caption ? textOfNode(caption).replace(/\s+/gu, ' ').trim() : '';
  if (!picture || hasOthers || captions.length > 1 || text === '' || textOf(picture.properties.title) !== '')
    return figure;
  const titled = (node: ElementContent): ElementContent => {
    if (!isElement(node)) return node;
    if (node === picture) return { ...node, properties: { ...node.properties, title: text } };
    return { ...node, children: node.children.map(titled) };
  };
  return { ...figure, children: figure.children.filter((child) => child !== caption).map(titled) };
}

/** A node without notes, hidden elements and elements that are not content of a slide. A picture that is loaded lazily gets its address. */
function cleaned(node: Content): ElementContent[] {
  if (!isElement(node)) return node.type === 'doctype' ? [] : [node];
  const { tagName, properties } = node;
  if (DROPPED.has(tagName) || isNote(node) || isHidden(node)) return [];
  if (tagName === 'pre') return [listing(node)];
  if (tagName === 'figure') {
    const captioned = withCaption(node);
    if (captioned !== node) return cleaned(captioned);
  }
  const lazySource = tagName === 'img' && textOf(properties.src) === '' ? textOf(properties.dataSrc) : '';
  return [
    {
      ...node,
      properties: lazySource === '' ? properties : { ...properties, src: lazySource },
      children: node.children.flatMap(cleaned),
    },
  ];
}

/** The attributes of a slide of reveal.js. The parser writes their names in camel case: `dataNotes`. */
const attributesOf = ({ properties }: Element): RevealSlideAttributes =>
  readRevealSlideAttributes((name) => {
    const value = properties[name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())];
    return typeof value === 'string' ? value : undefined;
  });

/** Separators of slides in Markdown, by their names in reveal-md. */
const separatorsOf = ({ properties }: Element): YamlFields => ({
  separator: properties.dataSeparator,
  verticalSeparator: properties.dataSeparatorVertical,
  notesSeparator: properties.dataSeparatorNotes,
});

/** The Markdown of a slide, https://revealjs.com/markdown, or the name of its file. @returns undefined for a slide in HTML */
function markdownOf(section: Element): { markdown: string } | { markdownFile: string } | undefined {
  const { dataMarkdown } = section.properties;
  if (dataMarkdown === undefined) return undefined;
  const file = textOf(dataMarkdown);
  if (file !== '' && file !== 'true') return { markdownFile: file };
  const container = findElement(section, ({ tagName }) => tagName === 'textarea' || tagName === 'script');
  const withoutNotes = section.children.filter((node) => !isElement(node) || !isNote(node));
  return { markdown: dedented(textOfNode(container ?? { ...section, children: withoutNotes })) };
}

/** The slide that a section without nested sections is. */
function pageOf(section: Element): HtmlDeckPage {
  const notes = outermost(section, isNote).map(noteText);
  const { fields, note: attributeNote, transition, elements } = attributesOf(section);
  const note = tidyParagraphs([attributeNote, ...notes].join('\n\n'));
  const markdown = markdownOf(section);
  if (markdown) return { ...markdown, separators: separatorsOf(section), fields, note, transition, elements };
  const tree: Root = { type: 'root', children: section.children.flatMap(cleaned) };
  const items = countWithin(tree, ({ tagName }) => tagName === 'li');
  const fragments = countWithin(tree, isFragment);
  const isEveryItem = countWithin(tree, (element) => element.tagName === 'li' && isFragment(element)) === items;
  return {
    tree,
    fields,
    note,
    transition,
    elements,
    clicks: fragments,
    comesByPoint: items > 1 && fragments === items && isEveryItem,
  };
}

const sectionOf = (nodes: readonly Content[]): Element => ({
  type: 'element',
  tagName: 'section',
  properties: {},
  children: nodes.filter((node): node is ElementContent => node.type !== 'doctype'),
});

/** Elements that show something without text. */
const VISUAL = new Set('img svg video audio iframe canvas object embed math'.split(' '));

/** Reports whether nodes have visible content. Notes are not visible. */
const isVisible = (nodes: readonly Content[]): boolean =>
  sectionOf(nodes)
    .children.flatMap(cleaned)
    .some((node) =>
      isElement(node)
        ? textOfNode(node).trim() !== '' || countWithin(sectionOf([node]), ({ tagName }) => VISUAL.has(tagName)) > 0
        : node.type === 'text' && node.value.trim() !== '',
    );

/** Groups nodes: each section is separate, and the nodes between two sections are a list. */
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

const withNote = (page: HtmlDeckPage, note: string): HtmlDeckPage => ({
  ...page,
  note: [note, page.note].filter((each) => each !== '').join('\n\n'),
});

/**
 * The slides of a section. A section with nested sections is a stack of vertical slides: each nested section, and the visible content
 * between them. Fields of the stack, such as `hide` and its background, apply to all its slides; its notes, its transition and its
 * elements to the first one.
 */
function pagesOf(section: Element): HtmlDeckPage[] {
  if (!elementsIn(section).some(isSection)) return [pageOf(section)];
  const stack = attributesOf(section);
  const runs = runsOf(section.children);
  const invisible = new Set(runs.filter((run): run is Content[] => Array.isArray(run) && !isVisible(run)));
  const pages = runs.flatMap((run) => {
    if (!Array.isArray(run)) return pagesOf(run);
    return invisible.has(run) ? [] : [pageOf(sectionOf(run))];
  });
  // Notes of the stack are in its attribute, or between its sections.
  const { note } = pageOf({
    ...sectionOf([...invisible].flat()),
    properties: { dataNotes: section.properties.dataNotes },
  });
  return pages.map((page, index) => ({
    ...(index === 0 ? withNote(page, note) : page),
    fields: { ...stack.fields, ...page.fields },
    elements: index === 0 ? [...stack.elements, ...page.elements] : page.elements,
    transition: page.transition ?? (index === 0 ? stack.transition : undefined),
  }));
}

/** The blocks of a page without slides, without the elements that group them. */
const blocksOf = (parent: Parent): Content[] =>
  contentOf(parent).flatMap((node): Content[] => {
    if (!isElement(node)) return [node];
    if (node.tagName === 'footer' || (node.tagName === 'aside' && !isNote(node))) return [];
    return WRAPPERS.has(node.tagName) && findElement(node, startsSlide) ? blocksOf(node) : [node];
  });

const startsSlide = ({ tagName }: Element): boolean => tagName === 'h1' || tagName === 'h2';

/** The slides of blocks without sections: each `h1`, `h2` and `hr` starts one. */
function plainPages(blocks: readonly Content[]): HtmlDeckPage[] {
  const groups: Content[][] = [[]];
  for (const node of blocks) {
    if (isElement(node) && (startsSlide(node) || node.tagName === 'hr')) groups.push([]);
    groups.at(-1)?.push(node);
  }
  return groups.map((nodes) => pageOf(sectionOf(nodes)));
}

/** The nodes of a page, without the elements that group its sections. */
const ungrouped = (parent: Parent): Content[] =>
  contentOf(parent).flatMap((node) =>
    isElement(node) && !isSection(node) && findElement(node, isSection) ? ungrouped(node) : [node],
  );

/** The slides of the outermost sections of a page, and of the visible content outside of them. */
const sectionPages = (root: Root): HtmlDeckPage[] =>
  runsOf(ungrouped(root)).flatMap((run) => {
    if (!Array.isArray(run)) return pagesOf(run);
    const blocks = blocksOf(sectionOf(run));
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
  const sections = outermost(slides ?? root, isSection);
  if (sections.length < (slides ? 1 : MIN_SECTIONS)) return plainPages(blocksOf(root));
  return slides ? sections.flatMap(pagesOf) : sectionPages(root);
}

/** The `title` in the head of a page; undefined if it has none. */
export const titleOfHtmlPage = (root: Root): string | undefined => {
  const title = findElement(root, ({ tagName }) => tagName === 'title');
  return title && (textOfNode(title).replace(/\s+/g, ' ').trim() || undefined);
};
