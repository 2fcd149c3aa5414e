/**
 * `npm run compatibility`: compares the description of the API with that of the last release, and ends with 1 when a client of
 * that release would break.
 */
import { join } from 'node:path';
import { createStyledCommand, runCliProgram } from '#cli/program.ts';
import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import { releasedDescription } from './last-release.ts';
import { breakingChanges } from './openapi-changes.ts';

async function compare(tag: string | undefined): Promise<void> {
  const { name, description } = await releasedDescription(join(import.meta.dirname, '../../..'), tag);
  const changes = breakingChanges(description, createServiceOpenApiDocument('http://localhost:3000/v1'));
  for (const change of changes) process.stderr.write(`${change}\n`);
  process.stdout.write(`${changes.length} breaking changes since ${name}\n`);
  process.exitCode = changes.length > 0 ? 1 : 0;
}

const program = createStyledCommand(
  'npm run compatibility --',
  'Compares the description of the API with that of the last release, and ends with 1 when a client of that release would break: what it sends would be refused, or what it reads would be gone.',
)
  .option('--tag <tag>', 'compare with that of this release, such as v1.1.0')
  .action(({ tag }: { tag?: string }) => compare(tag));
await runCliProgram(program);
