/** What no program reads: reports, documents, types, source maps of others. Licences stay. */
const UNREAD = [
  '!node_modules/**/{coverage,.github}/**',
  '!node_modules/fluent-ffmpeg/{OLD,doc,tools}/**',
  '!node_modules/**/*.d.{ts,mts,cts}',
  '!node_modules/**/*.{js,mjs,cjs}.map',
  '!node_modules/**/{README,Readme,readme,CHANGELOG,History,HISTORY,CONTRIBUTING}.{md,markdown}',
];

/**
 * The patterns for packages that lie beside a bundle; the last one that fits a file decides.
 * @param {readonly string[]} folders those of `packageClosure`
 */
export const packagePatterns = (folders) =>
  folders.length === 0 ? [] : [...folders.map((folder) => `${folder}/**`), ...UNREAD];
