/** The names of this feature that other packages may use. */
export {
  BRAND_USES,
  IMPORT_FAILURE_CODES,
  IMPORT_LOOKS,
  IMPORT_STATUSES,
  type Import,
  type ImportRef,
  PDF_TEXT_USES,
} from './import.ts';
export type { ImportQueue, ImportStore } from './ports.ts';
export { BRAND_FONT_KINDS, reportedBrandSchema } from './reported-brand.ts';
export { recordedNarrationSchema } from './reported-recording.ts';
export { firstImportCheckTime } from './sweep-imports.ts';
export { IMPORTED_PICTURE_SOURCES, SLIDE_VERDICTS } from './verdict.ts';
