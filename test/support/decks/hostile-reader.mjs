/**
 * A process that was taken over, instead of the one that reads a deck. The deck says what it does: `lines` are written to its output
 * and `files` to its folder; `endless` is a line without an end; `probe` tries to reach what is not its own, and says of each attempt whether
 * it was refused.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

if ((await text(process.stdin)) === '') process.exit(0);
const { lines = [], files = {}, endless = false, probe } = JSON.parse(readFileSync('deck', 'utf8'));
for (const line of lines) process.stdout.write(`${line}\n`);
for (const [name, content] of Object.entries(files)) writeFileSync(name, content);
if (endless)
  for (;;) if (!process.stdout.write('x'.repeat(65_536))) await new Promise((go) => process.stdout.once('drain', go));
if (probe) {
  const tries = {
    'environment of the parent': () => readFileSync(`/proc/${process.ppid}/environ`),
    'memory of the parent': () => readFileSync(`/proc/${process.ppid}/mem`),
    'own environment': () => readFileSync('/proc/self/environ'),
    home: () => readdirSync(probe.home),
    'key file': () => readFileSync(probe.keyFile),
    'another folder': () => writeFileSync(probe.outside, 'x'),
    link: () => symlinkSync('/etc/passwd', 'result-link'),
    process: () => {
      const { error } = spawnSync('/bin/true');
      if (error) throw error;
    },
    thread: () => new Worker('process.exit()', { eval: true }),
    'native code': () => process.dlopen({ exports: {} }, probe.native),
  };
  const reached = Object.entries(tries).flatMap(([name, act]) => {
    try {
      act();
      return [name];
    } catch (error) {
      return error.code === 'ERR_ACCESS_DENIED' || error.code === 'ERR_DLOPEN_DISABLED'
        ? []
        : [`${name}: ${error.code} ${error.message}`];
    }
  });
  const message = JSON.stringify({ reached, environment: Object.keys(process.env) });
  writeFileSync('result.json', JSON.stringify({ refusal: { code: 'import_invalid', message: message.slice(0, 900) } }));
}
