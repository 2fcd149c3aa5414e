import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import { DrawingError } from '#engine/video/drawing/drawable-slide.ts';
import { builtInAuroraTemplate } from './aurora.ts';
import { builtInCorporateTemplate } from './corporate.ts';
import { builtInEditorialTemplate } from './editorial.ts';
import { builtInGazetteTemplate } from './gazette.ts';
import { builtInHighContrastTemplate } from './high-contrast.ts';
import { builtInMidnightTemplate } from './midnight.ts';
import { builtInMinimalTemplate } from './minimal.ts';
import { builtInNeonTemplate } from './neon.ts';
import { builtInPlainTemplate } from './plain.ts';
import { builtInPlayfulTemplate } from './playful.ts';
import { builtInPosterTemplate } from './poster.ts';
import { builtInSunriseTemplate } from './sunrise.ts';
import { builtInTechnicalTemplate } from './technical.ts';
import { builtInTerraceTemplate } from './terrace.ts';

/** A named look of slides. */
export type { SlideTemplate as Template } from '#engine/video/drawing/design.ts';

/** The built-in templates; the first one is the default. */
export const BUILT_IN_TEMPLATES: readonly SlideTemplate[] = [
  builtInPlainTemplate,
  builtInMidnightTemplate,
  builtInEditorialTemplate,
  builtInTechnicalTemplate,
  builtInPlayfulTemplate,
  builtInCorporateTemplate,
  builtInMinimalTemplate,
  builtInHighContrastTemplate,
  builtInAuroraTemplate,
  builtInTerraceTemplate,
  builtInSunriseTemplate,
  builtInNeonTemplate,
  builtInGazetteTemplate,
  builtInPosterTemplate,
];

/** The ids of the built-in templates. */
export const BUILT_IN_TEMPLATE_IDS = BUILT_IN_TEMPLATES.map(({ id }) => id) as [string, ...string[]];

/** The built-in template with this id; undefined if there is none. */
export function findBuiltInTemplate(id: string): SlideTemplate | undefined {
  return BUILT_IN_TEMPLATES.find((template) => template.id === id);
}

/** The built-in template with this id. @throws DrawingError if there is none */
export function requireBuiltInTemplate(id: string): SlideTemplate {
  const template = findBuiltInTemplate(id);
  if (!template) throw new DrawingError(`there is no template ${JSON.stringify(id)}`);
  return template;
}
