import { expect, it } from 'vitest';
import { hasLights, withMovedLights } from '#engine/video/drawing/moved-lights.ts';
import { requireTemplate, TEMPLATES } from '#features/templates/template.ts';

it('templates with soft lights behind their slides are these', () => {
  const lit = TEMPLATES.filter(({ scenes }) => Object.values(scenes).some(hasLights)).map(({ id }) => id);
  expect(lit).toEqual(['midnight', 'aurora', 'sunrise', 'neon']);
});

it('a light moves along its edge towards the middle, and keeps its colour and its size', () => {
  const { content } = requireTemplate('aurora').scenes;
  const { backdrop = '' } = withMovedLights(content).palette;
  expect(backdrop).toContain('radial-gradient(ellipse at 73% -15%, rgba(240,86,170,0.34) 0%');
  expect(backdrop).toContain('radial-gradient(ellipse at 21% 117%, rgba(64,150,255,0.30) 0%');
  expect(backdrop.replace(/at -?\d+% -?\d+%/g, '')).toBe(content.palette.backdrop?.replace(/at -?\d+% -?\d+%/g, ''));
});

it('a scene without lights stays as it is', () => {
  const { section } = requireTemplate('plain').scenes;
  expect(hasLights(section)).toBe(false);
  expect(withMovedLights(section)).toEqual(section);
});
