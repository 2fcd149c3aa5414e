import type { RawPicture } from '../../picture.ts';
import { rgbOfHex } from '../contrast.ts';
import type { PhotographTreatment } from '../design.ts';

/** The number of values of a channel. */
const LEVELS = 256;

/** Weights of red, green and blue in the luma of a colour (ITU-R BT.709). */
const LUMA = [0.2126, 0.7152, 0.0722] as const;

/** The steps from one value to another, one for each luma. */
const ramp = (from: number, to: number): Uint8Array =>
  Uint8Array.from({ length: LEVELS }, (_, luma) => Math.round(from + ((to - from) * luma) / (LEVELS - 1)));

/** Gives each pixel the mix of two colours that its luma decides: black becomes the dark one, white the light one. */
function applyDuotone({ rgba }: RawPicture, dark: string, light: string): void {
  const lightRgb = rgbOfHex(light);
  const [reds = ramp(0, 255), greens = reds, blues = reds] = rgbOfHex(dark).map((from, i) =>
    ramp(from, lightRgb[i] ?? from),
  );
  const [redWeight, greenWeight, blueWeight] = LUMA;
  for (let offset = 0; offset < rgba.length; offset += 4) {
    const luma = Math.round(
      redWeight * (rgba[offset] ?? 0) + greenWeight * (rgba[offset + 1] ?? 0) + blueWeight * (rgba[offset + 2] ?? 0),
    );
    rgba[offset] = reds[luma] ?? 0;
    rgba[offset + 1] = greens[luma] ?? 0;
    rgba[offset + 2] = blues[luma] ?? 0;
  }
}

/** Multiplies each pixel by a colour: white becomes that colour, black stays black. */
function applyTint({ rgba }: RawPicture, color: string): void {
  const [reds = ramp(0, 255), greens = reds, blues = reds] = rgbOfHex(color).map((channelValue) =>
    ramp(0, channelValue),
  );
  for (let offset = 0; offset < rgba.length; offset += 4) {
    rgba[offset] = reds[rgba[offset] ?? 0] ?? 0;
    rgba[offset + 1] = greens[rgba[offset + 1] ?? 0] ?? 0;
    rgba[offset + 2] = blues[rgba[offset + 2] ?? 0] ?? 0;
  }
}

/** Colours a photograph. Changes the picture, except for its alpha. */
export function treatPhotograph(picture: RawPicture, treatment: PhotographTreatment): void {
  if (treatment.kind === 'tint') applyTint(picture, treatment.color);
  else applyDuotone(picture, treatment.dark, treatment.light);
}
