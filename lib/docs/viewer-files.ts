/** What the page of `/docs` loads: the viewer, and what starts and colours it. */
export const VIEWER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js', 'theme.css'] as const;
export type ViewerFile = (typeof VIEWER_FILES)[number];
