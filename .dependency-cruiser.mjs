import ENGINE_DOORS from './lib/engine/doors.json' with { type: 'json' };

/**
 * The import rules of the architecture (lib/README.md has the picture): `lib` and `localstack` have rooms, in one order. A room imports
 * itself and the rooms before it. Within a room, packages do not import each other in a circle. Nothing imports functions.
 */
const FEATURES = 'accounts|brands|timelines|uploads|images|fonts|imports|music|narration|renders|templates|webhooks';

/** The rooms of each folder, from the first. Those in one list are next to each other: neither imports the other. */
export const ROOMS = {
  lib: [['kernel'], ['engine', 'platform'], ['features'], ['front'], ['adapters'], ['app']],
  localstack: [['emulators'], ['stack'], ['deploy'], ['cli']],
};

const roomRules = Object.entries(ROOMS).flatMap(([folder, floors]) =>
  floors.flatMap((rooms, floor) =>
    rooms.map((room) => {
      const allowed = [room, ...floors.slice(0, floor).flat()];
      return {
        name: `${folder}-${room}-imports-only-rooms-before-it`,
        comment: `It imports ${allowed.join(', ')}.`,
        severity: 'error',
        from: { path: `^${folder}/${room}/` },
        to: { path: `^${folder}/`, pathNot: `^${folder}/(${allowed.join('|')})/` },
      };
    }),
  ),
);

/**
 * One rule for each feature: dependency-cruiser replaces `$1` in a rule about reachable files only when `reachable` is
 * false. A file that leads to the feature's own ports.ts is a use case or a store, not an entity.
 */
const contractRules = FEATURES.split('|').map((feature) => ({
  name: `contract-of-${feature}-knows-only-entities`,
  comment: 'A contract must not lead to a use case or a store of its feature.',
  severity: 'error',
  from: { path: `^lib/features/${feature}/contract\\.ts$` },
  to: { path: `^lib/features/${feature}/ports\\.ts$`, reachable: true },
}));

/**
 * The doors of the engine: by package, the files that the rest of the code may import. They are many and small, not one `public.ts`:
 * a command that asks for the name of a codec must not load ffmpeg, fonts and drawing with it.
 */
const doorRules = Object.entries(ENGINE_DOORS).map(([name, files]) => ({
  name: `door-of-engine-${name}`,
  comment: `What the rest of the code imports of lib/engine/${name} is listed in lib/engine/doors.json.`,
  severity: 'error',
  from: { path: '^(lib|functions|localstack|layers)/', pathNot: `^lib/engine/${name}/` },
  to: {
    path: `^lib/engine/${name}/`,
    pathNot: `^lib/engine/${name}/(${files.map((file) => file.replaceAll('.', '\\.')).join('|')})$`,
  },
}));

export default {
  forbidden: [
    { name: 'no-cycles', comment: 'Type-only imports count.', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-cycles-between-packages',
      comment: 'Two packages that import each other are one package.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^lib/[^/]+/[^/]+$' },
      to: { path: '^lib/[^/]+/[^/]+$', circular: true },
    },
    {
      name: 'nothing-imports-functions',
      severity: 'error',
      from: { path: '^(lib|localstack)' },
      to: { path: '^functions' },
    },
    { name: 'lib-stands-alone', severity: 'error', from: { path: '^lib' }, to: { path: '^(localstack|test|layers)' } },
    {
      name: 'layers-know-the-kernel-and-lists-of-files',
      comment: 'A layer has the files that lists of the engine name.',
      severity: 'error',
      from: { path: '^layers' },
      to: {
        path: '^(localstack|functions|test|lib/(?!kernel/|engine/(video/drawing/(text/font-catalog|icons/icon-files)|deck-drawing/substitute-fonts|speech/natural/voice-files)\\.ts))',
      },
    },
    { name: 'nothing-imports-the-build', severity: 'error', from: {}, to: { path: '^esbuild\\.config\\.ts$' } },
    {
      name: 'functions-only-translate',
      comment: 'A function knows the composition, the API, contracts and use cases; never the SDK or ffmpeg.',
      severity: 'error',
      from: { path: '^functions' },
      to: { path: '^(lib/engine/video|node_modules/(@aws-sdk|sharp|fluent-ffmpeg|@takumi-rs))' },
    },
    {
      name: 'requests-decode-no-files',
      comment: 'What reads keys of accounts parses no bytes of clients: functions/media does (lib/decisions/0022).',
      severity: 'error',
      from: { path: '^functions/http/' },
      to: {
        path: '^lib/(features/(images/reencode|brands/(page/read-page|measure-logo)|fonts/(read-font|take-font|rewrite-font))|engine/(audio-decoding/decode-audio|deck-reading/[^/]+/.+)|app/(composition/(video-)?decoder|sandbox/take-(deck|picture|theme|video)))\\.ts$',
        reachable: true,
      },
    },
    {
      name: 'only-aws-imports-the-sdk',
      severity: 'error',
      from: { path: '^(lib|functions)', pathNot: '^lib/adapters/aws/' },
      to: { path: 'node_modules/(@aws-sdk|@smithy)' },
    },
    {
      name: 'only-video-imports-ffmpeg-and-takumi',
      severity: 'error',
      from: { path: '^(lib|functions)', pathNot: '^lib/engine/video/' },
      to: { path: 'node_modules/(fluent-ffmpeg|@takumi-rs)' },
    },
    {
      name: 'features-see-only-public',
      comment: 'A feature sees the public.ts and the contract.ts of another feature, nothing else.',
      severity: 'error',
      from: { path: '^lib/features/([^/]+)/' },
      to: { path: '^lib/features/', pathNot: ['^lib/features/$1/', '/(public|contract)\\.ts$'] },
    },
    {
      name: 'others-see-only-public',
      comment:
        'Front, adapters and the configuration see of a feature what another feature sees, and two sentences about imports: with the public.ts, a page in a browser would contain everything behind it. The composition sees more.',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/(features|app/(composition|sandbox))/' },
      to: {
        path: '^lib/features/',
        pathNot: ['/(public|contract)\\.ts$', '^lib/features/imports/(recording-line|brand-report-sentence)\\.ts$'],
      },
    },
    {
      name: 'platform-packages-have-doors',
      comment: 'A package of the platform sees the public.ts of another one, nothing else.',
      severity: 'error',
      from: { path: '^lib/platform/([^/]+)/' },
      to: { path: '^lib/platform/', pathNot: ['^lib/platform/$1/', '/public\\.ts$'] },
    },
    {
      name: 'others-see-doors-of-the-platform',
      comment:
        'What may use the platform sees the public.ts of its packages. The composition sees more. Kernel, engine and contracts see nothing of it, by other rules.',
      severity: 'error',
      from: {
        path: '^(lib|functions|localstack)/',
        pathNot: ['^lib/(kernel|engine|platform)/', '^lib/app/(composition|sandbox)/', '/contract\\.ts$'],
      },
      to: { path: '^lib/platform/', pathNot: '/public\\.ts$' },
    },
    {
      name: 'contracts-know-only-shapes',
      comment:
        'A contract is made of lib/kernel/contract, ids and errors, names of packages, entities and other contracts.',
      severity: 'error',
      from: { path: '^lib/(features/[^/]+|front/(?:docs|console|service))/contract\\.ts$' },
      to: {
        path: '^lib/',
        pathNot: [
          '^lib/$1/(?!ports\\.ts$)',
          '^lib/kernel/(contract/|shared/(ids|errors)\\.ts$)',
          '^lib/engine/',
          '^lib/features/[^/]+/(public|contract)\\.ts$',
        ],
      },
    },
    ...contractRules,
    ...doorRules,
    ...roomRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
