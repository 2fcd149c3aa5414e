/** `npm run facts`: writes into the documents what is made from code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { FACTS } from './facts.ts';
import { withBlock } from './marked-block.ts';

const PROJECT = join(import.meta.dirname, '../../..');

parseOptionsOrExit('npm run facts: writes into the documents what is made from code (test/tools/facts/facts.ts).', {});
for (const { document, ...block } of FACTS) {
  const file = join(PROJECT, document);
  writeFileSync(file, withBlock(readFileSync(file, 'utf8'), block));
  process.stdout.write(`wrote ${block.name} of ${document}\n`);
}
