/** Architecture rules that the compiler cannot check. Each failure message says what to do. */
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import test from 'ava'
import { tables } from '../api/routes/index.js'
import { migrations } from '../migrations/index.js'
import { entities } from '../shared/entities.js'
import { jobs } from '../workers/jobs/index.js'
import { advice, importableDomains, isOurs, mayImport, ruleOf } from './support/layers.js'
import { findingsIn, importsOf, sourceFiles, repositoryRoot, type Findings } from './support/source-tree.js'

const files = sourceFiles('api', 'workers', 'shared', 'migrations')

/** Exceptions to the rules, with the reason. An exception that is no longer needed fails too. */
const exceptions: Record<'sql' | 'unsafeTypes' | 'outgoingRequests' | 'length', Record<string, string>> = {
  sql: {},
  unsafeTypes: {},
  outgoingRequests: {
    'shared/kernel/http-client/guarded-client.ts': 'it is the guarded client',
    'shared/memories/model-endpoint.ts': 'the operator configures the endpoint, possibly on a private network',
    'shared/supervisor/supervisor.ts': 'probes the API process that it started',
  },
  length: { 'api/console/operations.ts': 'is generated from the endpoint tables' },
}

const isKernel = (path: string) => path.startsWith('shared/kernel/')
const isMigration = (path: string) => path.startsWith('migrations/')

test('the rules are applied to the source code', (t) => {
  t.true(files.length >= 70, `only ${files.length} files were found, so the rules below would pass without checking anything`)
  t.true(
    files.flatMap(importsOf).filter(isOurs).length >= 150,
    'hardly any import was found, so the rules below would pass without checking anything',
  )
})

test('every file belongs to a layer', (t) => {
  const unassigned = files
    .filter(({ path }) => !ruleOf(path))
    .map(({ path }) => `${path} belongs to no layer: move it, or add a rule for its folder to test/support/layers.ts`)
  t.deepEqual(unassigned, [])
})

test('imports follow the layer rules', (t) => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !mayImport(file.path, target))
      .map((target) => `${file.path} imports ${target}: ${advice(file.path, target)}`),
  )
  t.deepEqual(wrong, [])
})

test('every relative import resolves to a file', (t) => {
  const unresolved = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => isOurs(target) && !existsSync(join(repositoryRoot, target)))
      .map((target) => `${file.path} imports ${target}`),
  )
  t.deepEqual(unresolved, [])
})

test('every route table is listed', (t) => {
  t.deepEqual(unlisted('api/routes'), [])
  t.true(Array.isArray(tables.rows))
})

test('every job table is listed', (t) => {
  t.deepEqual(unlisted('workers/jobs'), [])
  t.true(jobs.length > 0)
})

test('every migration is listed, in the order of the names', (t) => {
  const names = files.filter(({ path }) => isMigration(path) && !path.endsWith('/index.ts')).map(({ path }) => posix.basename(path, '.ts'))
  t.deepEqual(migrations, names, 'migrations/index.ts must name each file once, oldest first')
  t.deepEqual(
    names.filter((name) => !/^\d{14}_[a-z]+_[a-z0-9_]+$/.test(name)),
    [],
    'a migration is named <YYYYMMDDhhmmss>_<domain>_<what>',
  )
  t.deepEqual(
    files.filter(({ path, text }) => isMigration(path) && !/^\/[/*].{16}/.test(text)).map(({ path }) => path),
    [],
    'the first line of a migration must state its purpose',
  )
})

test('every entity is listed in shared/entities.ts', (t) => {
  const listed = importsOf(files.find(({ path }) => path === 'shared/entities.ts') as (typeof files)[number])
  const missing = files
    .filter(({ path }) => path.endsWith('.entity.ts') && !listed.includes(path))
    .map(({ path }) => `${path} is not in shared/entities.ts, so the ORM would not know it`)
  t.deepEqual(missing, [])
  t.true(entities.length >= listed.length)
})

test('every domain has an index.ts that describes it', (t) => {
  const domains = Object.keys(importableDomains).filter((domain) => files.some(({ path }) => path.startsWith(`shared/${domain}/`)))
  const undocumented = domains.filter((domain) => !files.find(({ path }) => path === `shared/${domain}/index.ts`)?.text.startsWith('/**'))
  t.deepEqual(
    undocumented.map((domain) => `shared/${domain}/index.ts is missing or does not begin with a comment that describes the domain`),
    [],
  )
})

test('SQL is only in *.queries.ts, the kernel and the migrations', (t) => {
  const isExempt = (path: string) => isKernel(path) || isMigration(path) || path.endsWith('.queries.ts')
  t.deepEqual(
    violations('sql', isExempt, 'contains SQL: move the statement into a named function of a *.queries.ts file of its domain'),
    [],
  )
})

test('types are not bypassed', (t) => {
  t.deepEqual(
    violations(
      'unsafeTypes',
      isKernel,
      'uses any, !, `as never` or `as unknown as`: narrow the value, or give the function the type it needs',
    ),
    [],
  )
})

test('only the guarded client sends requests', (t) => {
  const isBrowserScript = (path: string) => /^(shared\/tracking\/script|api\/(console|portal|public))\//.test(path)
  // It reads the certificates of names whose DNS points to this installation.
  const isDoctor = (path: string) => path === 'shared/maintenance/doctor/domain-checks.ts'
  // It runs on the computer of the caller, and calls the service.
  const isTerminal = (path: string) => path === 'shared/imports/terminal/service-client.ts'
  const isExempt = (path: string) => isBrowserScript(path) || isDoctor(path) || isTerminal(path)
  t.deepEqual(
    violations('outgoingRequests', isExempt, 'can send requests: use scope.guardedClient, which allows only public addresses'),
    [],
  )
})

test('nothing is exported by default', (t) => {
  const wrong = files.flatMap((file) =>
    (file.path.endsWith('.d.ts') ? [] : findingsIn(file).defaultExports).map(
      (line) => `${file.path}:${line} has a default export: use a named export, which can be searched`,
    ),
  )
  t.deepEqual(wrong, [])
})

test('no file exceeds the length limit', (t) => {
  const limit = 300
  const long = files
    .filter(({ path, text }) => !isMigration(path) && text.split('\n').length - 1 > limit && !exceptions.length[path])
    .map(({ path }) => `${path} has more than ${limit} lines: split it by noun`)
  t.deepEqual(long, [])
  t.deepEqual(
    unneededExceptions('length', ({ text }) => text.split('\n').length - 1 > limit),
    [],
  )
})

test('no file has a catch-all name', (t) => {
  const catchAlls = files.filter(
    ({ path }) =>
      /\/(utils?|helpers?|misc|common|types|constants)(\.ts|\/)/.test(path) ||
      /(Service|Manager|Helper|-service|-manager|-helper)s?\.ts$/.test(path),
  )
  t.deepEqual(
    catchAlls.map(({ path }) => `${path}: name the file after its main export`),
    [],
  )
})

test('the description of a file is above its imports', (t) => {
  const buried = files.filter(({ text }) => /^import [^]*?from '[^']+'\n\/\*\*[^]*?\*\/\nimport /.test(text.split('\n\n', 1)[0] ?? ''))
  t.deepEqual(
    buried.map(({ path }) => `${path}: move its first comment to the first line: sorting the imports moves it with the import below`),
    [],
  )
})

test('a forbidden import comes with advice', (t) => {
  t.false(mayImport('api/routes/links.ts', 'bullmq'))
  t.is(advice('api/routes/links.ts', 'bullmq'), 'declare a contract in shared/links/jobs.ts and call scope.enqueue')
  t.false(mayImport('api/routes/links.ts', 'workers/job.ts'))
  t.regex(advice('api/routes/links.ts', 'workers/job.ts'), /move shared code into shared/)
  t.false(mayImport('api/routes/links.ts', 'shared/links/link.queries.ts'))
  t.regex(advice('api/routes/links.ts', 'shared/links/link.queries.ts'), /through its index/)
  t.false(mayImport('shared/links/create-link.ts', 'shared/tracking/index.ts'))
  t.regex(advice('shared/links/create-link.ts', 'shared/tracking/index.ts'), /tracking is not a lower layer than links.*announce an event/)
  t.false(mayImport('shared/tracking/ingest.ts', 'shared/links/link.entity.ts'))
  t.regex(advice('shared/tracking/ingest.ts', 'shared/links/link.entity.ts'), /import shared\/links\/index\.ts/)
  t.false(mayImport('shared/kernel/scope.ts', 'shared/links/index.ts'))
  t.false(mayImport('shared/links/create-link.ts', 'koa'))
  t.false(mayImport('api/redirect/serve.ts', 'zod'))
  t.false(mayImport('migrations/20270101000000_links_x.ts', 'shared/kernel/time.ts'))
  t.true(mayImport('shared/tracking/ingest.ts', 'shared/links/index.ts'))
  for (const domain of ['tracking', 'analytics', 'maintenance']) {
    t.true(mayImport(`shared/${domain}/invented.ts`, 'shared/rollups/index.ts'))
    t.false(mayImport(`shared/${domain}/invented.ts`, 'shared/rollups/facts.queries.ts'))
    t.false(mayImport('shared/rollups/invented.ts', `shared/${domain}/index.ts`))
  }
  t.false(mayImport('shared/rollups/invented.ts', 'shared/links/index.ts'))
  t.true(mayImport('api/routes/links.ts', 'shared/links/index.ts'))
  t.true(mayImport('shared/links/create-link.ts', 'koala'))
})

test('the source scanners find every violation', (t) => {
  const text = [
    'const a = b as unknown as C',
    'em.execute(`select 1 from link where id = ${id}`)',
    'let x: any = y!',
    '// select 1 from link',
    "'insert into words'",
    'export default 1',
    "import { Agent, type Pool } from 'undici'",
    "import { isIP } from 'node:net'",
    "import type { Server } from 'node:http'",
    'await fetch(url)',
    'page.fetch(url)',
    "await import('undici')",
    "await import('fflate')",
  ].join('\n')
  t.deepEqual(findingsIn({ path: 'invented.ts', text }), {
    unsafeTypes: [1, 3, 3],
    sql: [2, 5],
    outgoingRequests: [7, 10, 12],
    defaultExports: [6],
  })
})

/** Files of a table folder that its `index.ts` does not import. */
function unlisted(folder: string): string[] {
  const index = files.find(({ path }) => path === `${folder}/index.ts`)
  const listed = index ? importsOf(index) : []
  return files
    .filter(({ path }) => path.startsWith(`${folder}/`) && path !== index?.path && !listed.includes(path))
    .map(({ path }) => `${path} is not listed in ${folder}/index.ts, so its rows would be ignored`)
}

function violations(rule: 'sql' | 'unsafeTypes' | 'outgoingRequests', isExempt: (path: string) => boolean, message: string): string[] {
  const wrong = files
    .filter(({ path }) => !isExempt(path) && !exceptions[rule][path])
    .flatMap((file) => findingsIn(file)[rule].map((line) => `${file.path}:${line} ${message}`))
  return [...wrong, ...unneededExceptions(rule, (file) => findingsIn(file)[rule as keyof Findings].length > 0)]
}

function unneededExceptions(rule: keyof typeof exceptions, isViolation: (file: (typeof files)[number]) => boolean): string[] {
  const unneeded = Object.keys(exceptions[rule]).filter((path) => !files.some((file) => file.path === path && isViolation(file)))
  return unneeded.map((path) => `${path} no longer needs an exception from "${rule}": remove it`)
}
