import { type BuiltSite, buildSite } from './build-site.ts';

/** The pages of `/docs`. bundle-handlers.ts puts the built pages themselves in the place of this module. */
export const builtSite: BuiltSite = await buildSite();
