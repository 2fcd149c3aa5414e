/** What the rest of the service may use of this feature. */
export { findTemplate, requireTemplate, TEMPLATES, type Template } from './template.ts';
