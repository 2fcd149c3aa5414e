import type { Template } from '#engine/video/drawing/design.ts';
import { DrawingError } from '#engine/video/drawing/drawable-slide.ts';
import { aurora } from './aurora.ts';
import { corporate } from './corporate.ts';
import { editorial } from './editorial.ts';
import { gazette } from './gazette.ts';
import { highContrast } from './high-contrast.ts';
import { midnight } from './midnight.ts';
import { minimal } from './minimal.ts';
import { neon } from './neon.ts';
import { plain } from './plain.ts';
import { playful } from './playful.ts';
import { poster } from './poster.ts';
import { sunrise } from './sunrise.ts';
import { technical } from './technical.ts';
import { terrace } from './terrace.ts';

export type { Template } from '#engine/video/drawing/design.ts';

/** The built-in templates; the first one is the default. */
export const TEMPLATES: readonly Template[] = [
  plain,
  midnight,
  editorial,
  technical,
  playful,
  corporate,
  minimal,
  highContrast,
  aurora,
  terrace,
  sunrise,
  neon,
  gazette,
  poster,
];

/** The ids of the built-in templates. */
export const TEMPLATE_IDS = TEMPLATES.map(({ id }) => id) as [string, ...string[]];

/** The built-in template with this id; undefined if there is none. */
export function findTemplate(id: string): Template | undefined {
  return TEMPLATES.find((template) => template.id === id);
}

/** The built-in template with this id. @throws DrawingError if there is none */
export function requireTemplate(id: string): Template {
  const template = findTemplate(id);
  if (!template) throw new DrawingError(`there is no template ${JSON.stringify(id)}`);
  return template;
}
