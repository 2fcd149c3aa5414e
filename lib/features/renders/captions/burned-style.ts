import {
  type CaptionStyle,
  DEFAULT_CAPTION_STYLE,
  doesStyleMarkSpokenWord,
} from '#engine/video/captions/caption-style.ts';
import { captionArea } from '#engine/video/drawing/layout/caption-area.ts';
import type { RenderOutput } from '../render.ts';
import type { CaptionLimits } from './break-lines.ts';

/** The form of captions that are drawn into the pictures. */
export interface BurnedInCaptionForm extends CaptionLimits {
  /** True: the word that is spoken is marked. */
  marksWords: boolean;
}

/** The look of captions in the pictures; undefined if they are not drawn into them. */
export const burnedInCaptionStyleOf = ({
  captions,
  caption_style,
}: Pick<RenderOutput, 'captions' | 'caption_style'>): CaptionStyle | undefined =>
  captions === 'burned_in' ? (caption_style ?? DEFAULT_CAPTION_STYLE) : undefined;

/** The form of captions in the pictures; undefined if they are not drawn into them. */
export function findBurnedInCaptionForm(output: RenderOutput): BurnedInCaptionForm | undefined {
  const style = burnedInCaptionStyleOf(output);
  if (!style) return undefined;
  const { columns, lines } = captionArea(output, style);
  return { columns, lines, marksWords: doesStyleMarkSpokenWord(style) };
}
