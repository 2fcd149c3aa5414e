/** `#rrggbb` or `#rrggbbaa`. */
const HEX_COLOR = /^(#[0-9a-f]{6})([0-9a-f]{2})?$/i;

/** The colour that a picker shows for an entered text, `#rrggbb`; grey if the text is not a colour. */
export const colorShownInPicker = (text: string): string => HEX_COLOR.exec(text)?.[1] ?? '#808080';

/** The text of a field after a colour was picked: with the transparency of the previous colour. @param pickedColor `#rrggbb` */
export const textAfterColorPicked = (previousText: string, pickedColor: string): string =>
  pickedColor + (HEX_COLOR.exec(previousText)?.[2] ?? '');
