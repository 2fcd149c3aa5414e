import { TRANSITION_TYPES, type TransitionType } from '#engine/video/transitions/transition-types.ts';
import type { Fields } from './front-matter.ts';

/** Settings and words in the attributes of a slide of reveal.js. */
export interface SlideAttributes {
  /** Settings, by the names that Markdown has for them. */
  fields: Fields;
  /** What is spoken; empty: nothing. */
  note: string;
  /** Into the slide; absent: nothing is said of it. */
  transition?: TransitionType | undefined;
  /** Elements behind the slide that are not drawn. */
  elements: string[];
}

/** Reads the attributes of a slide of reveal.js. @param attribute its value by its name (`data-notes`); undefined: it has none */
export function slideAttributes(attribute: (name: string) => string | undefined): SlideAttributes {
  const value = (name: string): string => attribute(name)?.trim() ?? '';
  const background = value('data-background');
  const isImage = /[/.]/.test(background) && !/gradient\s*\(/.test(background);
  const image = value('data-background-image') || (isImage ? background : '');
  const color = value('data-background-color') || value('data-background-gradient') || (isImage ? '' : background);
  return {
    fields: {
      ...(value('data-visibility') === 'hidden' ? { hide: true } : {}),
      ...(image === '' ? {} : { backgroundImage: image }),
      ...(color === '' ? {} : { backgroundColor: color }),
      ...(value('data-background-size') === 'contain' ? { backgroundSize: 'contain' } : {}),
    },
    note: value('data-notes'),
    transition: TRANSITION_TYPES.find((type) => type === value('data-transition').split(' ')[0]),
    elements: [
      ...(value('data-background-video') === '' ? [] : ['video']),
      ...(value('data-background-iframe') === '' ? [] : ['iframe']),
    ],
  };
}

const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** Attributes as a comment of reveal.js writes them: `data-background="a.png" class="x"`. */
export const writtenAttributes = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare = '']) => [
      name.toLowerCase(),
      double ?? single ?? bare,
    ]),
  );
