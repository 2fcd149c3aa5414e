/** What the rest of the service may use of this feature. */
export {
  BRAND_FONTS,
  BRAND_USES,
  IMPORT_FAILURES,
  IMPORT_LOOKS,
  IMPORT_STATUSES,
  type Import,
  type ImportRef,
  PDF_TEXTS,
} from './import.ts';
export type { ImportQueue, ImportStore } from './ports.ts';
export { firstImportCheck } from './sweep-imports.ts';
export { SLIDE_MAKERS, VERDICTS } from './verdict.ts';
