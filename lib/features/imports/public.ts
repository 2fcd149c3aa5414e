/** The names of this feature that other packages may use. */

export { BRAND_FONT_KINDS, brandInImportReportSchema } from './brand-in-import-report.ts';
export {
  DECK_BRAND_USES,
  IMPORT_FAILURE_CODES,
  IMPORT_LOOKS,
  IMPORT_STATUSES,
  type Import,
  type ImportRef,
  PDF_TEXT_USES,
} from './import.ts';
export type { ImportQueue, ImportStore } from './ports.ts';
export { importedNarrationFactsSchema } from './reported-recording.ts';
export { firstImportCheckTime } from './sweep-imports.ts';
export { IMPORTED_SLIDE_PICTURE_MAKERS, IMPORTED_SLIDE_VERDICTS } from './verdict.ts';
