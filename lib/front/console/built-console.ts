import { buildConsole } from './build-console.ts';
import type { ConsoleFile, ConsoleFileName } from './console-files.ts';

/** The files of the console by name. bundle-handlers.ts puts the built files themselves in the place of this module. */
export const builtConsole: Readonly<Record<ConsoleFileName, ConsoleFile>> = await buildConsole();
