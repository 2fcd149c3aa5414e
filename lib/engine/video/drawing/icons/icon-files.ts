/** The files of `layers/icons`: the shapes of the icons of Lucide, and their licences. */
export const ICON_FILES = ['lucide-shapes.txt', 'LICENSE'] as const;

/** Folder of these files among the packages of the layer `drawing`. */
export const ICON_FOLDER = 'icons';
