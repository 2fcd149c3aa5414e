import type {
  CustomFont,
  FontFace,
  ImageTreatment,
  LogoPlace,
  LogoSlides,
  SlideTemplate,
  TextRole,
  TextStyle,
  Typeface,
} from '#engine/video/drawing/design.ts';
import { idPatternOf } from '#kernel/shared/ids.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import { requireBuiltInTemplate } from './built-in-templates.ts';
import { type CustomTemplateColors, templateInCustomColors } from './custom-colors.ts';
import { photographColorsOf, photographTreatmentOf } from './photographs-of.ts';
import type { TemplateFieldSource } from './template-field-source.ts';

/** The kinds of templates: built-in ones, and custom templates (`own`). */
export const TEMPLATE_KINDS = ['built_in', 'own'] as const;

const CUSTOM_TEMPLATE_ID = idPatternOf('template');

/** Reports whether an id has the form of the id of a custom template. */
export const isCustomTemplateId = (id: string): boolean => CUSTOM_TEMPLATE_ID.test(id);

/** The parts of a template that may have separate fonts. */
export const TEMPLATE_FONT_PARTS = ['heading', 'body', 'code'] as const;
export type TemplateFontPart = (typeof TEMPLATE_FONT_PARTS)[number];

/** A font that a template names: a built-in one, or a custom font, which cannot be deleted while it is named. */
export type TemplateFontChoice =
  | { typeface: Typeface }
  | ({ font_id: string; family: string } & Omit<CustomFont, 'behind'>);
/** The fonts of a template by its parts; the base's where absent. */
export type CustomTemplateFonts = Partial<Record<TemplateFontPart, TemplateFontChoice | undefined>>;

/** The part of a custom template that determines how slides look. Renders freeze it. */
export interface CustomTemplateLook {
  /** Id of a built-in template. */
  base: string;
  colors: CustomTemplateColors;
  fonts: CustomTemplateFonts;
  logo?: StoredPicture | undefined;
  logo_place: LogoPlace;
  /** Absent: `all`. */
  logo_on?: LogoSlides | undefined;
  /** Absent: as the base treats photographs. */
  image_treatment?: ImageTreatment | undefined;
}

/** A custom template of an account. */
export interface CustomTemplate extends CustomTemplateLook {
  id: string;
  account_id: string;
  name: string;
  /** Default for timelines that do not set it. */
  slide_numbers?: boolean | undefined;
  /** Default for timelines that do not set it. */
  footer?: string | undefined;
  /** Origins of the values of its fields, if it was made from a brand; without those that were changed later. */
  sources?: TemplateFieldSource[] | undefined;
  /** Rises with each change, from 1. */
  version: number;
  created_at: string;
  updated_at: string;
}

/** The look of a template, without its other members. */
export const lookOfCustomTemplate = ({
  base,
  colors,
  fonts,
  logo,
  logo_place,
  logo_on,
  image_treatment,
}: CustomTemplateLook): CustomTemplateLook => ({
  base,
  colors,
  fonts,
  logo_place,
  ...(logo === undefined ? {} : { logo }),
  ...(logo_on === undefined || logo_on === 'all' ? {} : { logo_on }),
  ...(image_treatment === undefined ? {} : { image_treatment }),
});

/** The ids of the custom fonts of a template, one for each part of the template that names one. */
export const customFontIds = ({ fonts }: Pick<CustomTemplateLook, 'fonts'>): string[] =>
  TEMPLATE_FONT_PARTS.flatMap((part) => {
    const font = fonts[part];
    return font && 'font_id' in font ? [font.font_id] : [];
  });

const ROLES_OF_PART: Readonly<Record<TemplateFontPart, readonly TextRole[]>> = {
  heading: ['display', 'section', 'heading', 'quote', 'figure'],
  body: ['body', 'subtitle', 'folio'],
  code: ['code'],
};

const builtInTypefaceOf = ({ font }: TextStyle): Typeface => (typeof font === 'string' ? font : font.behind);

function withFont(style: TextStyle, fontChoice: TemplateFontChoice): TextStyle {
  if ('typeface' in fontChoice) return { ...style, font: fontChoice.typeface };
  const { sha256, file, weight, italic } = fontChoice;
  return { ...style, font: { sha256, file, weight, italic, behind: builtInTypefaceOf(style) }, weight, italic };
}

function withCustomFonts(base: SlideTemplate, fonts: CustomTemplateFonts): SlideTemplate {
  const type = { ...base.type };
  for (const [part, roles] of Object.entries(ROLES_OF_PART) as [TemplateFontPart, readonly TextRole[]][]) {
    const fontChoice = fonts[part];
    if (fontChoice) for (const role of roles) type[role] = withFont(type[role], fontChoice);
  }
  const quoteMark: FontFace = fonts.heading ? type.display.font : base.quoteMark;
  return { ...base, type, quoteMark };
}

/** The logo in a design; {} for a look without one, or whose slides do not show it. */
function logoOf({ logo, logo_place, logo_on }: CustomTemplateLook): Pick<SlideTemplate, 'logo'> {
  if (!logo || logo_on === 'none') return {};
  const { sha256, key, width, height } = logo;
  return {
    logo: { sha256, file: key, width, height, place: logo_place, ...(logo_on === 'title' ? { on: logo_on } : {}) },
  };
}

/** Designs that were made, by their looks. */
const designOfLook = new WeakMap<CustomTemplateLook, SlideTemplate>();

/**
 * The design of a custom template: its base with the client's colours, fonts and logo. The same `look` object gives the same design object.
 * Name and id are those of the base, so that a new name changes no picture.
 * @throws DrawingError for a base that does not exist
 */
export function designOfCustomTemplate(look: CustomTemplateLook): SlideTemplate {
  const cachedDesign = designOfLook.get(look);
  if (cachedDesign) return cachedDesign;
  const { base, colors, fonts, image_treatment } = look;
  const { photographs, ...colored } = withCustomFonts(
    templateInCustomColors(requireBuiltInTemplate(base), colors),
    fonts,
  );
  const customDesign = { ...colored, photographs };
  const design: SlideTemplate = {
    ...colored,
    ...photographColorsOf(customDesign, image_treatment ?? photographTreatmentOf(customDesign)),
    ...logoOf(look),
  };
  designOfLook.set(look, design);
  return design;
}
