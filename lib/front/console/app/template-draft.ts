import type { Schemas } from '#front/client/client.ts';

type Template = Schemas['Template'];

/** The colours of a custom template. */
export const TEMPLATE_COLORS = ['background', 'surface', 'text', 'muted', 'accent', 'on_accent'] as const;
/** The uses of fonts in a custom template. */
export const TEMPLATE_FONT_USES = ['heading', 'body', 'code'] as const;
type ColorName = (typeof TEMPLATE_COLORS)[number];
type FontUse = (typeof TEMPLATE_FONT_USES)[number];

/** The values of the form for a custom template; an empty text means the value of the base template. */
export interface TemplateDraft {
  name: string;
  colors: Readonly<Record<ColorName, string>>;
  /** The id of a custom font, or the family of a built-in one. */
  fonts: Readonly<Record<FontUse, string>>;
  logoPlace: Schemas['LogoPlace'];
  logoOn: NonNullable<Template['logo_on']>;
  imageTreatment: Template['image_treatment'];
  /** Slide numbers; `timeline`: the setting of the timeline decides. */
  numbers: 'timeline' | 'on' | 'off';
  footer: string;
}

/** The form for a stored template. */
export function templateDraftOf({
  name,
  colors,
  fonts,
  logo_place,
  logo_on,
  image_treatment,
  slide_numbers,
  footer,
}: Template): TemplateDraft {
  const onOrOff = slide_numbers ? 'on' : 'off';
  return {
    name,
    colors: Object.fromEntries(TEMPLATE_COLORS.map((each) => [each, colors?.[each] ?? ''])) as TemplateDraft['colors'],
    fonts: Object.fromEntries(
      TEMPLATE_FONT_USES.map((each) => [each, fonts?.[each]?.font_id ?? fonts?.[each]?.family ?? '']),
    ) as TemplateDraft['fonts'],
    logoPlace: logo_place ?? 'bottom_right',
    logoOn: logo_on ?? 'all',
    imageTreatment: image_treatment,
    numbers: slide_numbers === null ? 'timeline' : onOrOff,
    footer: footer ?? '',
  };
}

/**
 * The body of the request that saves a form.
 * @param version of the edited template, so that the answer is 409 if another client has changed it; null: not checked
 */
export function updateTemplateBodyOfDraft(draft: TemplateDraft, version: number | null): Schemas['UpdateTemplateBody'] {
  const nonEmptyEntries = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).filter(([, value]) => value !== '');
  const fonts = nonEmptyEntries(draft.fonts).map(([use, id]) => [
    use,
    id.startsWith('fnt_') ? { font_id: id } : { family: id },
  ]);
  return {
    name: draft.name.trim(),
    colors: Object.fromEntries(nonEmptyEntries(draft.colors)),
    fonts: Object.fromEntries(fonts) as Schemas['TemplateFontsInput'],
    logo_place: draft.logoPlace,
    logo_on: draft.logoOn,
    image_treatment: draft.imageTreatment,
    slide_numbers: draft.numbers === 'timeline' ? null : draft.numbers === 'on',
    footer: draft.footer === '' ? null : draft.footer,
    ...(version === null ? {} : { version }),
  };
}
