import type { ImportReportDeps } from '#features/imports/import-report.ts';
import { FileMissingError } from '#features/renders/ports.ts';
import { slideThumbnailDeps } from './contact-sheet.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** Dependencies of the page about an import. */
export const importReportPageDeps = lazy((): ImportReportDeps => {
  const { imports, files } = sharedServices();
  return {
    ...slideThumbnailDeps(),
    imports,
    shrinkPicture,
    readIf: (key) =>
      files.getBytes(key).catch((error: unknown) => {
        if (error instanceof FileMissingError) return undefined;
        throw error;
      }),
  };
});
