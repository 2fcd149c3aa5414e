/** Fields of front matter that are read: as settings of the deck, or while its slides are made. */
const READ_FIELDS = [
  ...[
    'title',
    'format',
    'resolution',
    'template',
    'language',
    'lang',
    'transition',
    'lexicon',
    'footer',
    'size',
    'typography',
    'motion',
  ],
  ...['narration_source', 'voice', 'speed', 'speakers', 'captions', 'caption_style', 'music', 'music_volume'],
  ...['aspectRatio', 'layout', 'image', 'background', 'backgroundImage', 'backgroundSize', 'src', 'hide', 'disabled'],
  ...['backgroundVideo', 'backgroundVideoOptions'],
  ...['headingDivider', 'marp', 'separator', 'verticalSeparator', 'notesSeparator'],
];
/** Fields about the deck that no program shows on its slides: the report does not mention them. */
const IGNORED_FIELDS = [
  ...['author', 'description', 'keywords', 'url', 'info', 'date', 'id', 'level', 'routeAlias', 'name'],
];
const EXPECTED_FIELDS = new Set([...READ_FIELDS, ...IGNORED_FIELDS]);

/** Reports whether a field has no effect on the video although it has one in the program that the deck was written for. */
export const isFieldWithoutEffect = (name: string): boolean => !EXPECTED_FIELDS.has(name);
