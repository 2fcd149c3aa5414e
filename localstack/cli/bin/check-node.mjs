// Runs after npm ci. Where npm has no program of Node 24 for the system, the package `node` is left out, and npm scripts run on the user's
// Node: one before 24 would end with an error of syntax, which names no cure.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));

if (Number(process.versions.node.split('.')[0]) < 24 && !existsSync(program))
  process.stderr.write(
    `npm has no Node 24 for ${process.platform}-${process.arch}, and this is Node ${process.version}. Install Node 24 or later before npm start.\n`,
  );
