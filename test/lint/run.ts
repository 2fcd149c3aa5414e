/**
 * `npm run lint:words`: exported names with two homes, exported functions and classes without a docstring, errors that a
 * docstring does not name (unnamed-errors.ts), phrases that need reading twice (riddles.ts), JSON that is parsed without a schema
 * (bare-json.ts), and modules that are imported only for their effects (bare-imports.ts). Exits with 1 when it reports anything.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { checkFiles, type Finding } from './checks.ts';
import { listFiles } from './files.ts';

const ROOT = join(import.meta.dirname, '../..');

const program = new Command('lint:words')
  .description('Reports names with two homes, missing docstrings, and phrases that need reading twice')
  .argument('[paths...]', 'report only these files and folders')
  .option('--names', 'only names with two homes')
  .option('--docs', 'only missing docstrings, and errors that they do not name')
  .option('--words', 'only phrases')
  .option('--json', 'only JSON that is parsed without a schema')
  .option('--imports', 'only modules that are imported for their effects')
  .parse();
const only = program.opts<Partial<Record<Finding['check'], true>>>();
const positionals = program.args;
const isChosen = ({ check }: Finding): boolean => only[check] === true || Object.keys(only).length === 0;

const chosen = positionals.length === 0 ? listFiles(ROOT) : listFiles(ROOT, positionals);
// A name can have its second home anywhere: every file is read, though only the chosen ones are reported.
const read = only.names === true || Object.keys(only).length === 0 ? listFiles(ROOT) : chosen;
const files = read.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const reported = new Set(chosen);
const findings = checkFiles(files).filter((finding) => reported.has(finding.path) && isChosen(finding));

for (const { check, path, line, message } of findings) console.log(`${path}:${line} ${check}: ${message}`);
const folders = Map.groupBy(findings, ({ path }) =>
  path
    .split('/')
    .slice(0, path.startsWith('lib/') ? 2 : 1)
    .join('/'),
);
for (const [folder, list] of [...folders].sort(([a], [b]) => a.localeCompare(b))) {
  const count = (check: Finding['check']) => list.filter((finding) => finding.check === check).length;
  console.log(
    `${folder}: ${count('names')} names, ${count('docs')} docstrings, ${count('words')} phrases, ${count('json')} parsed`,
  );
}
console.log(`${findings.length} findings in ${reported.size} files`);
process.exitCode = findings.length > 0 ? 1 : 0;
