/** Files that the reference page of `/docs` loads: the viewer, its start script and its colours. */
export const VIEWER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js', 'theme.css'] as const;
export type ViewerFile = (typeof VIEWER_FILES)[number];
