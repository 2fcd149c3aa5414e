#!/usr/bin/env node
// The executable of this package. The commands are TypeScript, which Node 24 runs without a build. With an older Node, the commands are run
// by the Node 24 that npm has installed in node_modules.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../commands/video.ts', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv[1] = program;
  await import(program);
} else {
  const node = join(fileURLToPath(new URL('../../..', import.meta.url)), 'node_modules', '.bin', 'node');
  if (!existsSync(node)) {
    process.stderr.write('The packages of this project are not installed. Run npm ci in its folder.\n');
    process.exit(1);
  }
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends signals to the child as well, but a supervisor only to this process.
  /** @type {NodeJS.Signals[]} */
  const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of forwardedSignals) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128 + constants.signals[signal])));
}
