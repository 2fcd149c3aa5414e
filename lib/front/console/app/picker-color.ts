/** `#rrggbb` or `#rrggbbaa`. */
const COLOR = /^(#[0-9a-f]{6})([0-9a-f]{2})?$/i;

/** The colour that a picker shows for an entered text, `#rrggbb`; grey if the text is not a colour. */
export const colorShownInPicker = (text: string): string => COLOR.exec(text)?.[1] ?? '#808080';

/** The text of a field after a colour was picked: with the transparency of the colour that was there. @param picked `#rrggbb` */
export const textAfterColorPicked = (before: string, picked: string): string =>
  picked + (COLOR.exec(before)?.[2] ?? '');
