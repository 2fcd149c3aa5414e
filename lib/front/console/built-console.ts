import { buildConsole } from './build-console.ts';
import type { ConsoleFile, ConsoleFileName } from './console-files.ts';

/**
 * The files of the console, by name, built when this module is loaded. In a bundle of functions, bundle-handlers.ts replaces it by the
 * built files.
 */
export const builtConsole: Readonly<Record<ConsoleFileName, ConsoleFile>> = await buildConsole();
