import { type CaptionStyle, marksWords, USUAL_CAPTION_STYLE } from '#engine/video/captions/caption-style.ts';
import { captionArea } from '#engine/video/drawing/layout/caption-area.ts';
import type { RenderOutput } from '../render.ts';
import type { CaptionLimits } from './break-lines.ts';

/** The form of captions that are drawn into the pictures. */
export interface BurnIn extends CaptionLimits {
  /** True: the word that is spoken is marked. */
  marksWords: boolean;
}

/** The look of captions in the pictures; undefined if they are not drawn into them. */
export const burnedStyleOf = ({
  captions,
  caption_style,
}: Pick<RenderOutput, 'captions' | 'caption_style'>): CaptionStyle | undefined =>
  captions === 'burned_in' ? (caption_style ?? USUAL_CAPTION_STYLE) : undefined;

/** The form of captions in the pictures; undefined if they are not drawn into them. */
export function burnInOf(output: RenderOutput): BurnIn | undefined {
  const style = burnedStyleOf(output);
  if (!style) return undefined;
  const { columns, lines } = captionArea(output, style);
  return { columns, lines, marksWords: marksWords(style) };
}
