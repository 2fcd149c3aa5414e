import { type BuiltDocsSite, buildDocsSite } from './build-docs-site.ts';

let sitePromise: Promise<BuiltDocsSite> | undefined;

/** Builds the pages of `/docs` at the first call. In bundles of functions, bundle-handlers.ts replaces this module by one that has them. */
export const loadDocsSite = (): Promise<BuiltDocsSite> => {
  sitePromise ??= buildDocsSite();
  return sitePromise;
};
