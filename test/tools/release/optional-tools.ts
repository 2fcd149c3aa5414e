/**
 * Optional dependencies that only run the sources: the package of the service has none of them. They are optional because npm has no program
 * of theirs for some systems, where `npm ci` must not fail: Node 24.21 as a package is missing for macOS.
 */
export const OPTIONAL_TOOLS: readonly string[] = ['node'];
