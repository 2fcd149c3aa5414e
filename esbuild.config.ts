import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseOptionsOrExit } from '#cli/command-line.ts';
import { bundleHandlers } from '#deploy/bundle-handlers.ts';

/** `npm run build`: bundles the functions that serverless.yml names, into .build. */
parseOptionsOrExit('npm run build: bundles the functions that serverless.yml names, into .build.', {});
const serviceDir = import.meta.dirname;
const text = await readFile(join(serviceDir, 'serverless.yml'), 'utf8');
const handlers = [...text.matchAll(/\bhandler:\s*['"]?([\w./-]+)/g)].flatMap(([, handler = '']) => (handler === '' ? [] : [handler]));
const started = performance.now();
const bundles = await bundleHandlers({ serviceDir, handlers, sharing: true });
const seconds = ((performance.now() - started) / 1000).toFixed(2);
process.stderr.write(`${Object.keys(bundles).length} bundles in ${seconds} s\n`);
