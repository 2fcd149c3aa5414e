import type { Template } from '#engine/video/drawing/design.ts';
import { DrawingError } from '#engine/video/drawing/drawable-slide.ts';
import { auroraTemplate } from './aurora.ts';
import { corporateTemplate } from './corporate.ts';
import { editorialTemplate } from './editorial.ts';
import { gazetteTemplate } from './gazette.ts';
import { highContrastTemplate } from './high-contrast.ts';
import { midnightTemplate } from './midnight.ts';
import { minimalTemplate } from './minimal.ts';
import { neonTemplate } from './neon.ts';
import { plainTemplate } from './plain.ts';
import { playfulTemplate } from './playful.ts';
import { posterTemplate } from './poster.ts';
import { sunriseTemplate } from './sunrise.ts';
import { technicalTemplate } from './technical.ts';
import { terraceTemplate } from './terrace.ts';

export type { Template } from '#engine/video/drawing/design.ts';

/** The built-in templates; the first one is the default. */
export const TEMPLATES: readonly Template[] = [
  plainTemplate,
  midnightTemplate,
  editorialTemplate,
  technicalTemplate,
  playfulTemplate,
  corporateTemplate,
  minimalTemplate,
  highContrastTemplate,
  auroraTemplate,
  terraceTemplate,
  sunriseTemplate,
  neonTemplate,
  gazetteTemplate,
  posterTemplate,
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
