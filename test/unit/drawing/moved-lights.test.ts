import { expect, it } from 'vitest';
import { hasMovableBackdropLights, moveSceneBackdropLights } from '#engine/video/drawing/moved-lights.ts';
import { BUILT_IN_TEMPLATES, requireBuiltInTemplate } from '#features/templates/built-in-templates.ts';

it('templates with soft lights behind their slides are these', () => {
  const lit = BUILT_IN_TEMPLATES.filter(({ scenes }) => Object.values(scenes).some(hasMovableBackdropLights)).map(
    ({ id }) => id,
  );
  expect(lit).toEqual(['midnight', 'aurora', 'sunrise', 'neon']);
});

it('a light moves along its edge towards the middle, and keeps its colour and its size', () => {
  const { content } = requireBuiltInTemplate('aurora').scenes;
  const { backdrop = '' } = moveSceneBackdropLights(content).palette;
  expect(backdrop).toContain('radial-gradient(ellipse at 73% -15%, rgba(240,86,170,0.34) 0%');
  expect(backdrop).toContain('radial-gradient(ellipse at 21% 117%, rgba(64,150,255,0.30) 0%');
  expect(backdrop.replace(/at -?\d+% -?\d+%/g, '')).toBe(content.palette.backdrop?.replace(/at -?\d+% -?\d+%/g, ''));
});

it('a scene without lights stays as it is', () => {
  const { section } = requireBuiltInTemplate('plain').scenes;
  expect(hasMovableBackdropLights(section)).toBe(false);
  expect(moveSceneBackdropLights(section)).toEqual(section);
});

it('the glow around the tubes of neon swells, and the tubes stand', () => {
  const { content } = requireBuiltInTemplate('neon').scenes;
  const lines = (scene: typeof content) => scene.ornaments.filter(({ shape }) => shape === 'line');
  const [wide, narrow, tube] = lines(moveSceneBackdropLights(content));
  expect(lines(content)).toHaveLength(3);
  expect(wide).toMatchObject({ color: 'rgba(0,200,230,0.140)', thickness: expect.closeTo(0.036, 6) });
  expect(narrow).toMatchObject({ color: 'rgba(0,200,230,0.336)', thickness: expect.closeTo(0.018, 6) });
  expect(tube).toEqual(lines(content)[2]);
});
