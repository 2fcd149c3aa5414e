/** The plugin that serverless.yml names: the CLI loads only JavaScript files. */
export { default } from './package-functions.ts';
