/**
 * The import rules of the architecture:
 * functions → runtime, http, contracts, use cases · use cases → entities, ports, pure helpers · contracts → entities ·
 * aws, video → ports, entities · runtime → everything it composes. Nothing imports functions.
 */
const FEATURES = 'accounts|timelines|uploads|images|background-audio|narration|renders|templates|webhooks';
/** What other features may see of a feature: its entities, contracts, ports and pure rules, not its use cases. */
const OUTSIDES = [
  'accounts/(account|entitlements|limits|usage|authenticate|contract|ports)',
  'timelines/(background-audio|format|slide|timeline|contract|ports|duration|change-timeline|edit-slides)',
  'uploads/(contract|ports|file-kind|announced-upload|fetch-file)',
  'images/(ports|contract)',
  'narration/script/(plain-text|prepare-script|pronunciation|script|lexicon-field|notes-text)',
  'narration/(engine|ports|speech-address|sentences|slide-audio|wav)',
  'renders/(render|unit|piece|events|contract|ports)',
  'templates/(template|design)',
  'webhooks/(lane|webhook|contract|ports)',
].map((name) => `^lib/${name}\\.ts$`);

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
      comment: 'A function knows the composition, HTTP, contracts and use cases; never the SDK or ffmpeg.',
      severity: 'error',
      from: { path: '^functions' },
      to: { path: '^(lib/video|node_modules/(@aws-sdk|sharp|fluent-ffmpeg|@takumi-rs))' },
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
      comment: 'Use cases and contracts know ports; which implementation stands behind them is decided in lib/runtime.',
      severity: 'error',
      from: { path: `^lib/(${FEATURES}|http)/` },
      to: { path: '^lib/(aws|runtime)/|^lib/config\\.ts$' },
    },
    {
      name: 'adapters-know-no-use-cases',
      severity: 'error',
      from: { path: '^lib/(aws|video)/' },
      to: { path: `^lib/(${FEATURES})/`, pathNot: OUTSIDES },
    },
    {
      name: 'features-see-only-outsides',
      severity: 'error',
      from: { path: `^lib/(${FEATURES})/` },
      to: { path: `^lib/(${FEATURES})/`, pathNot: ['^lib/$1/', ...OUTSIDES] },
    },
    {
      name: 'contracts-know-only-entities',
      severity: 'error',
      from: { path: `^lib/(${FEATURES})/contract\\.ts$` },
      to: {
        path: `^lib/(?!http/(contract|number|pagination|text)|ids|(${FEATURES})/(contract|account|entitlements|format|slide|timeline|render|unit|events|webhook|template|image-rules|background-audio)|audio-import/audio-rules|narration/script/(lexicon-field|notes-text))`,
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mts', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
