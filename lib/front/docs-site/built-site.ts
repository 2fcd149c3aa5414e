import { type BuiltSite, buildSite } from './build-site.ts';

/** The pages of `/docs`, built when this module is loaded. In a bundle of functions, bundle-handlers.ts replaces it by the built pages. */
export const builtSite: BuiltSite = await buildSite();
