const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;

/** The environment of a process that gets nothing else of this one: without the cache, it strips and compiles all its modules again. */
export const INHERITED_ENVIRONMENT = { PATH, HOME, NODE_COMPILE_CACHE };

/** Variables that a worker inherits, as texts. */
export const WORKER_ENVIRONMENT = { PATH: PATH ?? '', NODE_COMPILE_CACHE: NODE_COMPILE_CACHE ?? '' };
