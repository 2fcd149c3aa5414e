import type { Template } from '../video/drawing/design.ts';
import type { DrawableSlide } from '../video/drawing/drawable-slide.ts';
import type { Size } from '../video/format.ts';

/** Where the pictures of templates are kept. */
export interface PreviewFiles {
  /** undefined when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>;
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** A URL that gives the file for one hour. */
  presignGet(key: string): Promise<string>;
}

export interface PreviewPainter {
  /** A slide as a PNG of exactly this size in pixels. */
  paintPng(slide: DrawableSlide, size: Size, template: Template): Promise<Uint8Array>;
}
