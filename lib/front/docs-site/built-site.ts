import { type BuiltSite, buildSite } from './build-site.ts';

let built: Promise<BuiltSite> | undefined;

/** The pages of `/docs`, built at the first call. In bundles of functions, bundle-handlers.ts replaces this module by one that has them. */
export const loadSite = (): Promise<BuiltSite> => {
  built ??= buildSite();
  return built;
};
