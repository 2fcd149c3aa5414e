import { HOSTILE_DECKS } from './hostile.ts';
import type { HostileFile } from './hostile-file.ts';
import { HOSTILE_DOCX, HOSTILE_ODP } from './hostile-odf.ts';
import { HOSTILE_PDF } from './hostile-pdf.ts';
import { HOSTILE_PPTX } from './hostile-pptx.ts';
import { HOSTILE_HTML, HOSTILE_MARKDOWN } from './hostile-texts.ts';
import { HOSTILE_ZIPS } from './hostile-zips.ts';

/** Hostile decks of every kind. Each is refused, or read with what is lost named, within the bounds of `measureImport`. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  ...HOSTILE_DECKS,
  ...HOSTILE_PPTX,
  ...HOSTILE_ODP,
  ...HOSTILE_PDF,
  ...HOSTILE_DOCX,
  ...HOSTILE_HTML,
  ...HOSTILE_MARKDOWN,
  ...HOSTILE_ZIPS,
];
