/**
 * The import rules of the architecture (lib/README.md has the picture):
 * functions → runtime, api, contracts, use cases · use cases → entities, ports, packages · contracts → entities ·
 * aws → ports, entities · runtime → everything it composes. Nothing imports functions.
 */
const FEATURES = 'accounts|timelines|uploads|images|fonts|imports|music|narration|renders|templates|webhooks';

/** Packages that know no feature, and what each may import besides itself. */
const PACKAGES = {
  shared: 'shared',
  contract: 'shared',
  egress: 'shared',
  leases: 'shared',
  recovery: 'shared',
  erasure: 'shared|recovery',
  'fair-queue': 'shared|recovery',
  video: 'shared',
  'deck-reading': 'shared|video',
  'audio-decoding': 'shared|video',
  speech: 'shared|contract|video|audio-decoding',
};

const packageRules = Object.entries(PACKAGES).map(([name, allowed]) => ({
  name: `${name}-imports-only-${allowed.replaceAll('|', '-')}`,
  comment: 'A package below the features: it imports itself and the packages named here.',
  severity: 'error',
  from: { path: `^lib/${name}/` },
  to: { path: '^lib/', pathNot: `^lib/(${name}|${allowed})/` },
}));

/**
 * One rule for each feature: dependency-cruiser replaces `$1` in a rule about reachable files only when `reachable` is
 * false. A file that leads to the feature's own ports.ts is a use case or a store, not an entity.
 */
const contractRules = FEATURES.split('|').map((feature) => ({
  name: `contract-of-${feature}-knows-only-entities`,
  comment: 'A contract must not lead to a use case or a store of its feature.',
  severity: 'error',
  from: { path: `^lib/${feature}/contract\\.ts$` },
  to: { path: `^lib/${feature}/ports\\.ts$`, reachable: true },
}));

export default {
  forbidden: [
    { name: 'no-cycles', comment: 'Type-only imports count.', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-cycles-between-folders-of-lib',
      comment: 'Two folders that import each other are one folder.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^lib/[^/]+$' },
      to: { path: '^lib/[^/]+$', circular: true },
    },
    {
      name: 'nothing-imports-functions',
      severity: 'error',
      from: { path: '^(lib|localstack)' },
      to: { path: '^functions' },
    },
    { name: 'lib-stands-alone', severity: 'error', from: { path: '^lib' }, to: { path: '^(localstack|test|layers)' } },
    {
      name: 'functions-only-translate',
      comment: 'A function knows the composition, the API, contracts and use cases; never the SDK or ffmpeg.',
      severity: 'error',
      from: { path: '^functions' },
      to: { path: '^(lib/video|node_modules/(@aws-sdk|sharp|fluent-ffmpeg|@takumi-rs))' },
    },
    {
      name: 'requests-decode-no-files',
      comment: 'What reads keys of accounts parses no bytes of clients: functions/media does (lib/decisions/0022).',
      severity: 'error',
      from: { path: '^functions/http/' },
      to: {
        path: '^lib/(images/reencode|fonts/(read-font|take-font|rewrite-font)|audio-decoding/decode-audio|deck-reading/(pptx|pdf|markdown)/.+|runtime/(decoder|take-deck|take-picture))\\.ts$',
        reachable: true,
      },
    },
    {
      name: 'only-aws-imports-the-sdk',
      severity: 'error',
      from: { path: '^(lib|functions)', pathNot: '^lib/aws/' },
      to: { path: 'node_modules/(@aws-sdk|@smithy)' },
    },
    {
      name: 'only-video-imports-ffmpeg-and-takumi',
      severity: 'error',
      from: { path: '^(lib|functions)', pathNot: '^lib/video/' },
      to: { path: 'node_modules/(fluent-ffmpeg|@takumi-rs)' },
    },
    {
      name: 'only-runtime-composes',
      comment: 'Use cases and contracts know ports; lib/runtime decides which implementation stands behind them.',
      severity: 'error',
      from: { path: `^lib/(${FEATURES}|api)/` },
      to: { path: '^lib/(aws|runtime)/|^lib/config\\.ts$' },
    },
    {
      name: 'features-see-only-public',
      comment: 'A feature sees the public.ts and the contract.ts of another feature, nothing else.',
      severity: 'error',
      from: { path: `^lib/(${FEATURES})/` },
      to: { path: `^lib/(${FEATURES})/`, pathNot: ['^lib/$1/', '/(public|contract)\\.ts$'] },
    },
    {
      name: 'others-see-only-public',
      comment:
        'lib/aws, lib/api and lib/config.ts see of a feature what another feature sees. Only lib/runtime sees more.',
      severity: 'error',
      from: { path: '^lib/', pathNot: `^lib/(${FEATURES}|runtime)/` },
      to: { path: `^lib/(${FEATURES})/`, pathNot: '/(public|contract)\\.ts$' },
    },
    {
      name: 'contracts-know-only-shapes',
      comment: 'A contract is made of lib/contract, ids and errors, names of packages, entities and other contracts.',
      severity: 'error',
      from: { path: `^lib/(${FEATURES}|docs|console|service)/contract\\.ts$` },
      to: {
        path: '^lib/',
        pathNot: [
          '^lib/$1/(?!ports\\.ts$)',
          '^lib/shared/(ids|errors)\\.ts$',
          '^lib/(contract|video|deck-reading|audio-decoding|speech)/',
          `^lib/(${FEATURES})/(public|contract)\\.ts$`,
        ],
      },
    },
    ...contractRules,
    ...packageRules,
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
