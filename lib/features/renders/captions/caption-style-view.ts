import type { z } from 'zod';
import type { RenderOutput } from '../render.ts';
import { burnedStyleOf } from './burned-style.ts';
import type { captionStyleAnswer } from './caption-style-contract.ts';

/** The look of captions in answers; null if they are not drawn into the picture. */
export function captionStyleView(
  output: Pick<RenderOutput, 'captions' | 'caption_style'>,
): z.output<typeof captionStyleAnswer> | null {
  const style = burnedStyleOf(output);
  if (!style) return null;
  const { color = null, background = null, highlight = null, ...rest } = style;
  return { ...rest, color, background, highlight };
}
