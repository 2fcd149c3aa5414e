import { TRANSITION_TYPES, type TransitionType } from '#engine/video/transitions/transition-types.ts';
import type { YamlFields } from './front-matter.ts';

/** The content of the attributes of a reveal.js slide: settings and notes (https://revealjs.com/backgrounds). */
export interface RevealSlideAttributes {
  /** Settings, by their names in front matter. */
  fields: YamlFields;
  /** Speaker notes; empty if it has none. */
  note: string;
  /** Transition into the slide; absent if the slide names no supported transition. */
  transition?: TransitionType | undefined;
  /** Names of elements behind the slide that are not drawn, for warnings. */
  elements: string[];
}

/** Reads the attributes of a slide of reveal.js. @param getAttribute returns the value of an attribute such as `data-notes` */
export function readRevealSlideAttributes(getAttribute: (name: string) => string | undefined): RevealSlideAttributes {
  const trimmedValue = (name: string): string => getAttribute(name)?.trim() ?? '';
  // `data-background` is short for an image, a colour or a gradient.
  const background = trimmedValue('data-background');
  // A name with a dot or slash is an image.
  const isImage = /[/.]/.test(background) && !/gradient\s*\(/.test(background);
  const image = trimmedValue('data-background-image') || (isImage ? background : '');
  // Several sources are separated by commas: a browser takes the first that it plays.
  const [video = ''] = trimmedValue('data-background-video').split(',');
  const isOptionOn = (name: string): boolean => getAttribute(name) !== undefined && trimmedValue(name) !== 'false';
  const options = ['loop', 'muted'].filter((option) => isOptionOn(`data-background-video-${option}`));
  const color =
    trimmedValue('data-background-color') || trimmedValue('data-background-gradient') || (isImage ? '' : background);
  return {
    fields: {
      ...(trimmedValue('data-visibility') === 'hidden' ? { hide: true } : {}),
      ...(image === '' ? {} : { backgroundImage: image }),
      ...(video.trim() === ''
        ? {}
        : { backgroundVideo: video.trim(), backgroundVideoOptions: ['video', ...options].join(' ') }),
      ...(color === '' ? {} : { backgroundColor: color }),
      ...(trimmedValue('data-background-size') === 'contain' ? { backgroundSize: 'contain' } : {}),
    },
    note: trimmedValue('data-notes'),
    // `fade-in slide-out` names the transitions into and out of the slide.
    transition: TRANSITION_TYPES.find((type) => type === trimmedValue('data-transition').split(' ')[0]),
    elements: trimmedValue('data-background-iframe') === '' ? [] : ['iframe'],
  };
}

const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/**
 * Values of attributes by their names in lower case, as written in a comment of reveal.js such as
 * `<!-- .slide: data-background="a.png" class="x" -->`.
 */
export const parseRevealAttributes = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', doubleQuoted, singleQuoted, unquoted = '']) => [
      name.toLowerCase(),
      doubleQuoted ?? singleQuoted ?? unquoted,
    ]),
  );
