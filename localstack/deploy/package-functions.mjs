/** Plugin as serverless.yml finds it: the CLI loads files of JavaScript only. */
export { default } from './package-functions.ts';
