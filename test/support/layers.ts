/** The layer rules: which module may import which. `architecture.test.ts` and dependency-cruiser both read this list. */

export interface LayerRule {
  name: string
  /** The files of the layer, as a regular expression over paths from the repository root. The first rule that matches a file applies. */
  files: string
  /** Our own modules that the layer may import, apart from its own files. */
  allowed: string[]
  /** Whether files of the layer may import each other. */
  internal: boolean
  /** Libraries by name prefix: the only permitted ones, or the forbidden ones. Modules of Node are always permitted. */
  libraries: { only: string[] } | { never: string[] }
}

/** A domain may import the domains to its left. */
export const domainOrder = [
  'files',
  'clickhouse',
  'accounts',
  'background-operations',
  'links',
  'customers',
  'rollups',
  'tracking',
  'analytics',
  'partners',
  'partner-accounts',
  'earnings',
  'payouts',
  'fraud',
  'applications',
  'bounties',
  'campaigns',
  'partner-profile',
  'network',
  'embed',
] as const

/** Domains outside this order, and domains that may import fewer, with the domains that they may import. */
const otherDomains: Record<string, readonly string[]> = {
  rollups: [],
  clickhouse: [],
  memories: ['accounts'],
  webhooks: domainOrder,
  postbacks: [...domainOrder, 'webhooks'],
  integrations: domainOrder,
  imports: domainOrder,
  exports: domainOrder,
  administration: domainOrder,
  maintenance: [...domainOrder, 'memories', 'webhooks', 'postbacks', 'integrations', 'imports', 'exports'],
}

/** The domains that each domain may import. */
export const importableDomains: Record<string, readonly string[]> = {
  ...Object.fromEntries(domainOrder.map((domain, index) => [domain, domainOrder.slice(0, index)])),
  ...otherDomains,
}

const kernel = '^shared/kernel/'
const publicApi = (domains: readonly string[]) => `^shared/(${domains.join('|')})/index\\.ts$`
const anyPublicApi = publicApi(Object.keys(importableDomains))
const dataLibraries = ['pg', 'ioredis', 'bullmq', '@mikro-orm']
const entryPointLibraries = ['koa', '@koa/', 'bullmq', 'ioredis']

const domainRules = Object.entries(importableDomains).map(([domain, lower]): LayerRule => ({
  name: `shared/${domain}`,
  files: `^shared/${domain}/`,
  allowed: lower.length > 0 ? [kernel, publicApi(lower)] : [kernel],
  internal: true,
  libraries: { never: entryPointLibraries },
}))

export const layerRules: LayerRule[] = [
  {
    name: 'list of route tables',
    files: '^api/routes/index\\.ts$',
    allowed: ['^api/routes/', '^api/(app|endpoint)\\.ts$', anyPublicApi],
    internal: false,
    libraries: { only: [] },
  },
  {
    name: 'route tables',
    files: '^api/routes/',
    allowed: ['^api/(access|pages)/', '^api/endpoint\\.ts$', '^api/http/reply\\.ts$', '^shared/kernel/(errors|time)\\.ts$', anyPublicApi],
    internal: false,
    libraries: { only: [] },
  },
  {
    name: 'auth guards',
    files: '^api/access/',
    allowed: [
      kernel,
      '^api/endpoint\\.ts$',
      '^api/http/reply\\.ts$',
      publicApi(['accounts', 'partners', 'partner-accounts', 'payouts', 'embed', 'administration', 'integrations']),
    ],
    internal: true,
    libraries: { never: ['koa', '@koa/', ...dataLibraries] },
  },
  {
    name: 'HTML pages',
    files: '^api/pages/',
    allowed: [
      kernel,
      '^api/endpoint\\.ts$',
      '^api/http/(reply|error-response)\\.ts$',
      publicApi(['accounts', 'applications', 'partner-accounts']),
    ],
    internal: true,
    libraries: { only: [] },
  },
  {
    name: 'short-link redirects',
    files: '^api/redirect/',
    allowed: [kernel, publicApi(['links', 'tracking'])],
    internal: true,
    libraries: { never: ['koa', '@koa/', 'zod', ...dataLibraries] },
  },
  {
    name: 'HTTP layer',
    files: '^api/http/',
    allowed: [kernel, '^api/endpoint\\.ts$'],
    internal: true,
    libraries: { never: ['pg', 'ioredis', '@mikro-orm'] },
  },
  {
    name: 'OpenAPI document',
    files: '^api/openapi/',
    allowed: [kernel, '^api/endpoint\\.ts$', '^api/http/'],
    internal: true,
    libraries: { never: dataLibraries },
  },
  {
    name: 'web console',
    files: '^api/console/',
    allowed: [],
    internal: true,
    libraries: {
      only: [
        'preact',
        'uplot',
        'prosemirror-commands',
        'prosemirror-history',
        'prosemirror-inputrules',
        'prosemirror-keymap',
        'prosemirror-model',
        'prosemirror-schema-list',
        'prosemirror-state',
        'prosemirror-view',
      ],
    },
  },
  {
    name: 'partner portal and public pages',
    files: '^api/(portal|public)/',
    allowed: [
      '^api/(console/(kit|figures)|portal)/',
      '^api/console/(api-client|operations|shell/(router|keyboard|help-dialog|load-code|impersonation-notice)|links/qr-dialog)\\.tsx?$',
    ],
    internal: true,
    libraries: { only: ['preact', 'uplot'] },
  },
  {
    name: 'operations of the console',
    files: '^api/commands/console-operations\\.ts$',
    allowed: ['^api/', kernel, publicApi(['accounts', 'partner-accounts'])],
    internal: true,
    libraries: { never: dataLibraries },
  },
  {
    name: 'API process',
    files: '^api/(commands/)?[^/]+\\.ts$',
    allowed: ['^api/', kernel, '^shared/entities\\.ts$'],
    internal: true,
    libraries: { never: dataLibraries },
  },
  {
    name: 'list of job tables',
    files: '^workers/jobs/index\\.ts$',
    allowed: ['^workers/(jobs/|job\\.ts$)', '^shared/kernel/queue/contract\\.ts$', anyPublicApi],
    internal: false,
    libraries: { only: [] },
  },
  {
    name: 'job tables',
    files: '^workers/jobs/',
    allowed: ['^workers/job\\.ts$', '^shared/kernel/(queue/contract|time)\\.ts$', anyPublicApi],
    internal: false,
    libraries: { only: [] },
  },
  {
    name: 'job runtime',
    files: '^workers/runtime/',
    allowed: [kernel, '^workers/job\\.ts$'],
    internal: true,
    libraries: { never: ['koa', '@koa/', 'ioredis', '@mikro-orm'] },
  },
  {
    name: 'worker process',
    files: '^workers/(commands/)?[^/]+\\.ts$',
    allowed: ['^workers/', kernel, '^shared/(entities|maintenance/index)\\.ts$'],
    internal: true,
    libraries: { never: ['koa', '@koa/', ...dataLibraries] },
  },
  { name: 'kernel', files: kernel, allowed: ['^migrations/index\\.ts$'], internal: true, libraries: { never: ['koa', '@koa/'] } },
  {
    name: 'list of entities',
    files: '^shared/entities\\.ts$',
    allowed: ['^shared/.*\\.entity\\.ts$'],
    internal: false,
    libraries: { only: [] },
  },
  {
    name: 'bootstrap',
    files: '^shared/supervisor/bootstrap\\.ts$',
    allowed: [kernel, publicApi(['accounts', 'links'])],
    internal: false,
    libraries: { never: entryPointLibraries },
  },
  {
    name: 'supervisor',
    files: '^shared/supervisor/',
    allowed: [kernel, '^shared/supervisor/', '^shared/entities\\.ts$'],
    internal: true,
    libraries: { never: entryPointLibraries },
  },
  {
    name: 'maintenance commands',
    files: '^shared/maintenance/commands/',
    allowed: [kernel, '^shared/maintenance/', '^shared/supervisor/database-server\\.ts$'],
    internal: true,
    libraries: { never: entryPointLibraries },
  },
  ...domainRules,
  { name: 'migrations', files: '^migrations/', allowed: ['^migrations/'], internal: false, libraries: { only: ['@mikro-orm/migrations'] } },
]

export const ruleOf = (file: string) => layerRules.find(({ files }) => new RegExp(files).test(file))

/** Whether `file` may import `target`: a path from the repository root for our own modules, a name for a library. */
export function mayImport(file: string, target: string): boolean {
  const rule = ruleOf(file)
  if (!rule || target.startsWith('node:')) return true
  if (isOurs(target)) return (rule.internal && ruleOf(target) === rule) || rule.allowed.some((pattern) => new RegExp(pattern).test(target))
  return 'only' in rule.libraries ? matchesAny(target, rule.libraries.only) : !matchesAny(target, rule.libraries.never)
}

export const isOurs = (target: string) => /^(api|workers|shared|migrations|test|bench)\//.test(target)

// `koa` matches `koa` and `koa/…`; `@koa/` and `koa-` match every name with that prefix.
const matchesAny = (target: string, names: string[]) =>
  names.some((name) => target === name || target.startsWith(/[/-]$/.test(name) ? name : `${name}/`))

/** What to do instead of a forbidden import. */
export function advice(file: string, target: string): string {
  const folder = file.split('/')[1] ?? ''
  const domain = folder in importableDomains ? folder : (file.split('/').at(-1)?.replace('.ts', '') ?? '')
  const isEntryPoint = file.startsWith('api/') || file.startsWith('workers/')
  if (file.startsWith('migrations/')) return 'a migration must keep working when the code changes: write its SQL out'
  if (matchesAny(target, ['bullmq'])) return `declare a contract in shared/${domain}/jobs.ts and call scope.enqueue`
  if (matchesAny(target, ['ioredis'])) return 'use scope.store: only the kernel knows which backend is configured'
  if (matchesAny(target, ['pg', '@mikro-orm'])) return `put the query into shared/${domain}/<noun>.queries.ts and call it from a use case`
  if (matchesAny(target, ['koa', '@koa/'])) return 'return a value or throw a ServiceError: only api/http and api/app.ts know HTTP'
  if (file.startsWith('api/redirect/')) return 'redirects are the hot path: they may only import the kernel, links and tracking'
  if (!isOurs(target)) return `move the code that needs ${target} into shared/${domain}/: a table only lists entries`
  if (target.startsWith('api/') || target.startsWith('workers/')) {
    return isEntryPoint
      ? 'api and workers do not import each other, and tables do not import tables: move shared code into shared/'
      : 'shared/ must not import api/ or workers/: move shared code into a domain or the kernel'
  }
  if (isEntryPoint && !target.endsWith('/index.ts'))
    return 'import the domain through its index.ts, and export there what belongs to its public API'
  if (isEntryPoint) return 'this layer must not know domains: pass the dependency as an argument or as a field of the row'
  return domainAdvice(domain, target)
}

function domainAdvice(domain: string, target: string): string {
  const other = target.split('/')[1] ?? ''
  if (importableDomains[domain]?.includes(other))
    return `import shared/${other}/index.ts, and export there what belongs to the public API of the domain`
  return (
    `${other} is not a lower layer than ${domain}. To notify it, announce an event and subscribe in workers/jobs. ` +
    'To read its data, join its tables in SQL. To refer to its rows, store a plain id column'
  )
}
