import type {
  CustomFont,
  FontFace,
  LogoPlace,
  Template,
  Typeface,
  TypeRole,
  TypeStyle,
} from '#engine/video/drawing/design.ts';
import { idPattern } from '#kernel/shared/ids.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import { type CustomColors, inCustomColors } from './custom-colors.ts';
import { requireTemplate } from './template.ts';

export const TEMPLATE_KINDS = ['built_in', 'own'] as const;

const OWN_ID = idPattern('template');

/** Reports whether an id is that of a template of some account, by its form. */
export const isCustomTemplateId = (id: string): boolean => OWN_ID.test(id);

/** The parts of a template that may have their own font. */
export const FONT_PARTS = ['heading', 'body', 'code'] as const;
export type FontPart = (typeof FONT_PARTS)[number];

/** A font that a template names: a built-in one, or a file of the account, which cannot go while it is named. */
export type ChosenFont = { typeface: Typeface } | ({ font_id: string; family: string } & Omit<CustomFont, 'behind'>);
export type CustomFonts = Partial<Record<FontPart, ChosenFont | undefined>>;

/** The part of a custom template that decides how slides look. A render freezes it. */
export interface CustomLook {
  /** Id of a built-in template. */
  base: string;
  colors: CustomColors;
  fonts: CustomFonts;
  logo?: StoredPicture | undefined;
  logo_place: LogoPlace;
}

/** A template of an account. */
export interface CustomTemplate extends CustomLook {
  id: string;
  account_id: string;
  name: string;
  /** For timelines that do not say. */
  slide_numbers?: boolean | undefined;
  footer?: string | undefined;
  /** Counts its changes, from 1. */
  version: number;
  created_at: string;
  updated_at: string;
}

/** The look of a template alone. */
export const lookOf = ({ base, colors, fonts, logo, logo_place }: CustomLook): CustomLook => ({
  ...{ base, colors, fonts, logo_place },
  ...(logo === undefined ? {} : { logo }),
});

/** The fonts of the account that a template names: one id for each place that names one. */
export const customFontIds = ({ fonts }: Pick<CustomLook, 'fonts'>): string[] =>
  FONT_PARTS.flatMap((part) => {
    const font = fonts[part];
    return font && 'font_id' in font ? [font.font_id] : [];
  });

const PARTS: Readonly<Record<FontPart, readonly TypeRole[]>> = {
  heading: ['display', 'section', 'heading', 'quote', 'figure'],
  body: ['body', 'subtitle', 'folio'],
  code: ['code'],
};

const builtInFace = ({ font }: TypeStyle): Typeface => (typeof font === 'string' ? font : font.behind);

function inFont(style: TypeStyle, chosen: ChosenFont): TypeStyle {
  if ('typeface' in chosen) return { ...style, font: chosen.typeface };
  const { sha256, file, weight, italic } = chosen;
  return { ...style, font: { sha256, file, weight, italic, behind: builtInFace(style) }, weight, italic };
}

function inCustomFonts(base: Template, fonts: CustomFonts): Template {
  const type = { ...base.type };
  for (const [part, roles] of Object.entries(PARTS) as [FontPart, readonly TypeRole[]][]) {
    const chosen = fonts[part];
    if (chosen) for (const role of roles) type[role] = inFont(type[role], chosen);
  }
  const quoteMark: FontFace = fonts.heading ? type.display.font : base.quoteMark;
  return { ...base, type, quoteMark };
}

const designs = new WeakMap<CustomLook, Template>();

/**
 * A custom template as it is drawn: its base with what the client chose. The same look gives the same object. Name and
 * id are those of the base: a new name changes no picture.
 * @throws DrawingError for a base that does not exist
 */
export function designOf(look: CustomLook): Template {
  const known = designs.get(look);
  if (known) return known;
  const { base, colors, fonts, logo, logo_place } = look;
  const design: Template = {
    ...inCustomFonts(inCustomColors(requireTemplate(base), colors), fonts),
    ...(logo
      ? { logo: { sha256: logo.sha256, file: logo.key, width: logo.width, height: logo.height, place: logo_place } }
      : {}),
  };
  designs.set(look, design);
  return design;
}
