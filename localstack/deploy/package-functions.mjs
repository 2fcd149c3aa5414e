/** Where serverless.yml finds the plugin: the CLI loads files of JavaScript only. */
export { default } from './package-functions.ts';
