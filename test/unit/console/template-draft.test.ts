import { describe, expect, it } from 'vitest';
import type { Schemas } from '#front/client/client.ts';
import { templateDraftOf, updateTemplateBodyOfDraft } from '#front/console/app/template-draft.ts';

const template = {
  name: 'Acme',
  colors: { accent: '#0a7d5a' },
  fonts: { heading: { family: 'Inter', font_id: null }, body: { family: 'Acme Sans', font_id: 'fnt_1' } },
  logo_place: 'top_left',
  logo_on: 'title',
  image_treatment: 'tint',
  slide_numbers: false,
  footer: null,
  version: 3,
} as unknown as Schemas['Template'];

describe('a custom template, as the console edits it', () => {
  it('is saved as it was when nothing is changed', () => {
    expect(updateTemplateBodyOfDraft(templateDraftOf(template), template.version)).toEqual({
      name: 'Acme',
      colors: { accent: '#0a7d5a' },
      fonts: { heading: { family: 'Inter' }, body: { font_id: 'fnt_1' } },
      logo_place: 'top_left',
      logo_on: 'title',
      image_treatment: 'tint',
      slide_numbers: false,
      footer: null,
      version: 3,
    });
  });

  it('leaves to the base and to the timeline what is empty', () => {
    const draft = templateDraftOf({ ...template, colors: null, fonts: null, slide_numbers: null, footer: 'Acme' });
    expect(draft).toMatchObject({ colors: { accent: '', text: '' }, fonts: { code: '' }, numbers: 'timeline' });
    const body = updateTemplateBodyOfDraft({ ...draft, name: ' Acme ', numbers: 'on' }, null);
    expect(body).toMatchObject({ name: 'Acme', colors: {}, fonts: {}, slide_numbers: true, footer: 'Acme' });
    expect(body).not.toHaveProperty('version');
    expect(updateTemplateBodyOfDraft(draft, null).slide_numbers).toBeNull();
  });
});
