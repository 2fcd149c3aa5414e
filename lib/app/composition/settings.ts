import { readConfig } from '#app/config.ts';
import { lazy } from './lazy.ts';

/** The settings of this function. This module does not load the SDK, unlike `services.ts`. */
export const functionConfig = lazy(() => readConfig());
