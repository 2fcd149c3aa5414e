/** How a slide's image moves, slowly, as long as the slide stands. */
export const IMAGE_MOTIONS = ['none', 'zoom_in', 'zoom_out', 'pan_left', 'pan_right'] as const;
export type ImageMotion = (typeof IMAGE_MOTIONS)[number];
