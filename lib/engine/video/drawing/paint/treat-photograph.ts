import type { RawPicture } from '../../picture.ts';
import { rgbOfHex } from '../contrast.ts';
import type { PhotographTreatment } from '../design.ts';

const LEVELS = 256;

/** Weights of red, green and blue in the luma of a colour (ITU-R BT.709). */
const LUMA = [0.2126, 0.7152, 0.0722] as const;

/** The steps from one value to another, one for each luma. */
const ramp = (from: number, to: number): Uint8Array =>
  Uint8Array.from({ length: LEVELS }, (_, luma) => Math.round(from + ((to - from) * luma) / (LEVELS - 1)));

/** Gives each pixel the colour between both ends that its luma asks for: black becomes the dark one, white the light one. */
function inTwoColors({ rgba }: RawPicture, dark: string, light: string): void {
  const to = rgbOfHex(light);
  const [reds = ramp(0, 255), greens = reds, blues = reds] = rgbOfHex(dark).map((from, i) => ramp(from, to[i] ?? from));
  const [ofRed, ofGreen, ofBlue] = LUMA;
  for (let at = 0; at < rgba.length; at += 4) {
    const luma = Math.round(ofRed * (rgba[at] ?? 0) + ofGreen * (rgba[at + 1] ?? 0) + ofBlue * (rgba[at + 2] ?? 0));
    rgba[at] = reds[luma] ?? 0;
    rgba[at + 1] = greens[luma] ?? 0;
    rgba[at + 2] = blues[luma] ?? 0;
  }
}

/** Multiplies each pixel by a colour: white becomes that colour, black stays black. */
function tinted({ rgba }: RawPicture, color: string): void {
  const [reds = ramp(0, 255), greens = reds, blues = reds] = rgbOfHex(color).map((most) => ramp(0, most));
  for (let at = 0; at < rgba.length; at += 4) {
    rgba[at] = reds[rgba[at] ?? 0] ?? 0;
    rgba[at + 1] = greens[rgba[at + 1] ?? 0] ?? 0;
    rgba[at + 2] = blues[rgba[at + 2] ?? 0] ?? 0;
  }
}

/** Colours a photograph. Changes the picture; its alpha stays. */
export function treatPhotograph(picture: RawPicture, treatment: PhotographTreatment): void {
  if (treatment.kind === 'tint') tinted(picture, treatment.color);
  else inTwoColors(picture, treatment.dark, treatment.light);
}
