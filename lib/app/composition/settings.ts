import { readConfig } from '#app/config.ts';
import { lazy } from './lazy.ts';

/** The settings, for functions that need nothing else of the world outside: without the SDK. */
export const config = lazy(() => readConfig());
