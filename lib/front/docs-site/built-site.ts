import { type BuiltDocsSite, buildDocsSite } from './build-docs-site.ts';

let built: Promise<BuiltDocsSite> | undefined;

/** The pages of `/docs`, built at the first call. In bundles of functions, bundle-handlers.ts replaces this module by one that has them. */
export const loadDocsSite = (): Promise<BuiltDocsSite> => {
  built ??= buildDocsSite();
  return built;
};
