export const COLORS = ['background', 'surface', 'text', 'muted', 'accent', 'on_accent'];
export const FONT_PLACES = ['heading', 'body', 'code'];
/** The form of a template. */
export function draftOfTemplate({ name, colors, fonts, logo_place, slide_numbers, footer }) {
  const numbers = slide_numbers ? 'on' : 'off';
  return {
    name,
    colors: Object.fromEntries(COLORS.map((each) => [each, colors?.[each] ?? ''])),
    fonts: Object.fromEntries(FONT_PLACES.map((each) => [each, fonts?.[each]?.font_id ?? fonts?.[each]?.family ?? ''])),
    logoPlace: logo_place ?? 'bottom_right',
    numbers: slide_numbers === null ? 'timeline' : numbers,
    footer: footer ?? '',
  };
}
/** The body that saves a draft. @param version of the template that was edited: if somebody else changed it meanwhile, the answer is 409 */
export function bodyOfTemplate(draft, version) {
  const chosen = (values) => Object.entries(values).filter(([, value]) => value !== '');
  const fonts = chosen(draft.fonts).map(([place, id]) => [
    place,
    id.startsWith('fnt_') ? { font_id: id } : { family: id },
  ]);
  return {
    name: draft.name.trim(),
    colors: Object.fromEntries(chosen(draft.colors)),
    fonts: Object.fromEntries(fonts),
    logo_place: draft.logoPlace,
    slide_numbers: draft.numbers === 'timeline' ? null : draft.numbers === 'on',
    footer: draft.footer === '' ? null : draft.footer,
    ...(version === null ? {} : { version }),
  };
}
