/** What the rest of the service may use of this feature. */
export { findTemplate, TEMPLATES, type Template } from './template.ts';
