import type { z } from 'zod';
import type { RenderOutput } from '../render.ts';
import { burnedInCaptionStyleOf } from './burned-style.ts';
import type { captionStyleAnswerSchema } from './caption-style-contract.ts';

/** The look of captions in answers; null if they are not drawn into the picture. */
export function toCaptionStyleAnswer(
  output: Pick<RenderOutput, 'captions' | 'caption_style'>,
): z.output<typeof captionStyleAnswerSchema> | null {
  const style = burnedInCaptionStyleOf(output);
  if (!style) return null;
  const { color = null, background = null, highlight = null, ...rest } = style;
  return { ...rest, color, background, highlight };
}
