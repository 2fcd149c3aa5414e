/** The names of this feature that other packages may use. */
export {
  BRAND_USES,
  IMPORT_FAILURES,
  IMPORT_LOOKS,
  IMPORT_STATUSES,
  type Import,
  type ImportRef,
  PDF_TEXTS,
} from './import.ts';
export type { ImportQueue, ImportStore } from './ports.ts';
export { BRAND_FONTS, reportedBrand } from './reported-brand.ts';
export { recordedNarration } from './reported-recording.ts';
export { firstImportCheck } from './sweep-imports.ts';
export { SLIDE_MAKERS, VERDICTS } from './verdict.ts';
