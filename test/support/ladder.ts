/** Who may import whom, as data. `architecture.test.ts` and dependency-cruiser both read these rows, so the ladder is written once. */

export interface Room {
  name: string
  /** The files of the room, as a regular expression over paths from the top of the repository. The first room that fits counts. */
  files: string
  /** Our own modules that the room may import, beside itself. */
  may: string[]
  /** Whether files of the room may import each other. */
  itself: boolean
  /** Libraries, by the beginning of their names: the only ones, or the forbidden ones. Node's own modules are always allowed. */
  libraries: { only: string[] } | { never: string[] }
}

/** A domain imports only from the left. */
export const ladder = ['accounts', 'errands', 'links', 'customers', 'tracking', 'analytics', 'partners', 'earnings'] as const

/** What stands beside the ladder, and on which domains. */
const besideLadder: Record<string, readonly string[]> = {
  memories: ['accounts'],
  webhooks: ladder,
  integrations: ladder,
  imports: ladder,
  exports: ladder,
  operations: [...ladder, 'memories', 'webhooks', 'integrations', 'imports', 'exports'],
}

/** Domain -> the domains below it. */
export const below: Record<string, readonly string[]> = {
  ...Object.fromEntries(ladder.map((domain, at) => [domain, ladder.slice(0, at)])),
  ...besideLadder,
}

const kernel = '^shared/kernel/'
const face = (domains: readonly string[]) => `^shared/(${domains.join('|')})/index\\.ts$`
const anyFace = face(Object.keys(below))
const dataLibraries = ['pg', 'ioredis', 'bullmq', '@mikro-orm']
const doorLibraries = ['koa', '@koa/', 'bullmq', 'ioredis']

const domainRooms = Object.entries(below).map(([domain, lower]): Room => ({
  name: `shared/${domain}`,
  files: `^shared/${domain}/`,
  may: lower.length > 0 ? [kernel, face(lower)] : [kernel],
  itself: true,
  libraries: { never: doorLibraries },
}))

export const rooms: Room[] = [
  {
    name: 'the list of endpoint tables',
    files: '^api/routes/index\\.ts$',
    may: ['^api/routes/', '^api/(app|endpoint)\\.ts$', anyFace],
    itself: false,
    libraries: { only: [] },
  },
  {
    name: 'endpoint tables',
    files: '^api/routes/',
    may: ['^api/(access|pages)/', '^api/endpoint\\.ts$', '^api/http/reply\\.ts$', '^shared/kernel/(errors|time)\\.ts$', anyFace],
    itself: false,
    libraries: { only: [] },
  },
  {
    name: 'doorkeepers',
    files: '^api/access/',
    may: [kernel, '^api/endpoint\\.ts$', '^api/http/reply\\.ts$', face(['accounts', 'partners', 'integrations'])],
    itself: true,
    libraries: { never: ['koa', '@koa/', ...dataLibraries] },
  },
  {
    name: 'pages for people',
    files: '^api/pages/',
    may: [kernel, '^api/endpoint\\.ts$', '^api/http/(reply|error-answer)\\.ts$', face(['accounts'])],
    itself: true,
    libraries: { only: [] },
  },
  {
    name: 'the short-link door',
    files: '^api/redirect/',
    may: [kernel, face(['links', 'tracking'])],
    itself: true,
    libraries: { never: ['koa', '@koa/', 'zod', ...dataLibraries] },
  },
  {
    name: 'HTTP steps',
    files: '^api/http/',
    may: [kernel, '^api/endpoint\\.ts$'],
    itself: true,
    libraries: { never: ['pg', 'ioredis', '@mikro-orm'] },
  },
  {
    name: 'the description',
    files: '^api/openapi/',
    may: [kernel, '^api/endpoint\\.ts$', '^api/http/'],
    itself: true,
    libraries: { never: dataLibraries },
  },
  {
    name: 'the api process',
    files: '^api/(commands/)?[^/]+\\.ts$',
    may: ['^api/', kernel, '^shared/entities\\.ts$'],
    itself: true,
    libraries: { never: dataLibraries },
  },
  {
    name: 'the list of job tables',
    files: '^workers/jobs/index\\.ts$',
    may: ['^workers/(jobs/|job\\.ts$)', '^shared/kernel/contract\\.ts$', anyFace],
    itself: false,
    libraries: { only: [] },
  },
  {
    name: 'job tables',
    files: '^workers/jobs/',
    may: ['^workers/job\\.ts$', '^shared/kernel/(contract|time)\\.ts$', anyFace],
    itself: false,
    libraries: { only: [] },
  },
  {
    name: 'the job runner',
    files: '^workers/runtime/',
    may: [kernel, '^workers/job\\.ts$'],
    itself: true,
    libraries: { never: ['koa', '@koa/', 'ioredis', '@mikro-orm'] },
  },
  {
    name: 'the worker process',
    files: '^workers/(commands/)?[^/]+\\.ts$',
    may: ['^workers/', kernel, '^shared/entities\\.ts$'],
    itself: true,
    libraries: { never: ['koa', '@koa/', ...dataLibraries] },
  },
  { name: 'the kernel', files: kernel, may: ['^migrations/index\\.ts$'], itself: true, libraries: { never: ['koa', '@koa/'] } },
  {
    name: 'the list of entities',
    files: '^shared/entities\\.ts$',
    may: ['^shared/.*\\.entity\\.ts$'],
    itself: false,
    libraries: { only: [] },
  },
  {
    name: 'the start',
    files: '^shared/operations/(start|commands)/',
    may: [kernel, '^shared/operations/', '^shared/entities\\.ts$'],
    itself: true,
    libraries: { never: doorLibraries },
  },
  ...domainRooms,
  { name: 'migrations', files: '^migrations/', may: ['^migrations/'], itself: false, libraries: { only: ['@mikro-orm/migrations'] } },
]

export const roomOf = (file: string) => rooms.find(({ files }) => new RegExp(files).test(file))

/** Whether the ladder lets `file` import `target`: a path from the top of the repository for our own, a name for a library. */
export function mayImport(file: string, target: string): boolean {
  const room = roomOf(file)
  if (!room || target.startsWith('node:')) return true
  if (isOurs(target)) return (room.itself && roomOf(target) === room) || room.may.some((one) => new RegExp(one).test(target))
  return 'only' in room.libraries ? begins(target, room.libraries.only) : !begins(target, room.libraries.never)
}

export const isOurs = (target: string) => /^(api|workers|shared|migrations|test|bench)\//.test(target)

// `koa` stands for `koa` and `koa/…`, `@koa/` and `koa-` for whatever begins so.
const begins = (target: string, names: string[]) =>
  names.some((name) => target === name || target.startsWith(/[/-]$/.test(name) ? name : `${name}/`))

/** What to do instead. Every forbidden import has an answer that the house already knows. */
export function advice(file: string, target: string): string {
  const domain = file.split('/')[1] ?? ''
  const here = domain in below ? domain : (file.split('/').at(-1)?.replace('.ts', '') ?? '')
  const isDoor = file.startsWith('api/') || file.startsWith('workers/')
  if (file.startsWith('migrations/')) return 'a migration must still run when the code has changed: write its SQL out'
  if (begins(target, ['bullmq'])) return `declare a contract in shared/${here}/jobs.ts and call scope.enqueue`
  if (begins(target, ['ioredis'])) return 'use scope.store: nothing above the kernel knows which backend serves'
  if (begins(target, ['pg', '@mikro-orm'])) return `put the query into shared/${here}/<noun>.queries.ts and call it from a use case`
  if (begins(target, ['koa', '@koa/'])) return 'return a value or throw a ServiceError: only api/http and api/app.ts know HTTP'
  if (file.startsWith('api/redirect/'))
    return 'the short-link door is the hot path: it knows the kernel, links and tracking, and nothing else'
  if (!isOurs(target)) return `move what needs ${target} into shared/${here}/: a table only names things`
  if (target.startsWith('api/') || target.startsWith('workers/')) {
    return isDoor
      ? 'api and workers never meet, and a table stands alone: move what both need into shared/'
      : 'shared/ never looks outward: move what both need into a domain or the kernel'
  }
  if (isDoor && !target.endsWith('/index.ts'))
    return 'import the domain through its index.ts, and export there what belongs to its public face'
  if (isDoor) return 'this room knows no domain: give it what it needs as an argument or as a field of the row'
  return adviceInside(here, target)
}

function adviceInside(domain: string, target: string): string {
  const other = target.split('/')[1] ?? ''
  if (below[domain]?.includes(other)) return `import shared/${other}/index.ts, and export there what belongs to the domain's public face`
  return `${other} does not stand below ${domain}. News upward: announce an event and subscribe in workers/jobs. Reading upward: SQL may join any table. Reference upward: a plain id column`
}
