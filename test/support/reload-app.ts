import { registerHooks } from 'node:module';

const APP = new URL('../../lib/app/', import.meta.url).href;
let generation = 0;

/**
 * Has the modules of `lib/app`, which read the environment once, loaded again by the imports that follow. It is for files with a
 * separate process: nothing is unloaded.
 */
export function reloadApp(): void {
  generation += 1;
  if (generation > 1) return;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      return found.url.startsWith(APP) ? { ...found, url: `${found.url}?generation=${generation}` } : found;
    },
  });
}
