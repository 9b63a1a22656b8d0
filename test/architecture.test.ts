/** The house rules that a compiler can't know. A failure says what to do, not only what is wrong. */
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import test from 'ava'
import { tables } from '../api/routes/index.js'
import { migrations } from '../migrations/index.js'
import { entities } from '../shared/entities.js'
import { jobs } from '../workers/jobs/index.js'
import { advice, below, isOurs, mayImport, roomOf } from './support/ladder.js'
import { findingsIn, importsOf, sourceFiles, top, type Findings } from './support/source-tree.js'

const files = sourceFiles('api', 'workers', 'shared', 'migrations')

/** What each rule lets pass, with the reason. An entry that is no longer needed fails as well. */
const excused: Record<'sql' | 'blindTypes' | 'asks' | 'length', Record<string, string>> = {
  sql: {},
  blindTypes: {},
  asks: {
    'shared/kernel/guarded-client.ts': 'it is the guard',
    'shared/memories/model-endpoint.ts': 'whoever runs the installation names the endpoint, perhaps on its own network',
    'shared/operations/start/supervisor.ts': 'asks the API that it started whether it is ready',
  },
  length: {},
}

const isKernel = (path: string) => path.startsWith('shared/kernel/')
const isMigration = (path: string) => path.startsWith('migrations/')

test('the rules see the program', (t) => {
  t.true(files.length >= 70, `only ${files.length} files were found: the rules below would pass without looking`)
  t.true(files.flatMap(importsOf).filter(isOurs).length >= 150, 'hardly any import was found: the rules below would pass without looking')
})

test('every file lies in a room', (t) => {
  const homeless = files
    .filter(({ path }) => !roomOf(path))
    .map(({ path }) => `${path} lies in no room: move it, or give its folder a row in test/support/ladder.ts`)
  t.deepEqual(homeless, [])
})

test('imports go one way', (t) => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !mayImport(file.path, target))
      .map((target) => `${file.path} imports ${target}: ${advice(file.path, target)}`),
  )
  t.deepEqual(wrong, [])
})

test('every import of our own names a file', (t) => {
  const lost = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => isOurs(target) && !existsSync(join(top, target)))
      .map((target) => `${file.path} imports ${target}`),
  )
  t.deepEqual(lost, [])
})

test('every table of endpoints is on its list', (t) => {
  t.deepEqual(unlisted('api/routes'), [])
  t.true(Array.isArray(tables.rows))
})

test('every table of jobs is on its list', (t) => {
  t.deepEqual(unlisted('workers/jobs'), [])
  t.true(jobs.length > 0)
})

test('every migration is on its list, and the list is in the order of the names', (t) => {
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
    'the first line of a migration says why',
  )
})

test('every entity is on the list of entities', (t) => {
  const listed = importsOf(files.find(({ path }) => path === 'shared/entities.ts') as (typeof files)[number])
  const missing = files
    .filter(({ path }) => path.endsWith('.entity.ts') && !listed.includes(path))
    .map(({ path }) => `${path} is not in shared/entities.ts: the database would not know it`)
  t.deepEqual(missing, [])
  t.true(entities.length >= listed.length)
})

test('every domain has a face that says what it is', (t) => {
  const domains = Object.keys(below).filter((domain) => files.some(({ path }) => path.startsWith(`shared/${domain}/`)))
  const faceless = domains.filter((domain) => !files.find(({ path }) => path === `shared/${domain}/index.ts`)?.text.startsWith('/**'))
  t.deepEqual(
    faceless.map((domain) => `shared/${domain}/index.ts is missing or does not open with a comment on the domain`),
    [],
  )
})

test('SQL lives in *.queries.ts, the kernel and the migrations', (t) => {
  const free = (path: string) => isKernel(path) || isMigration(path) || path.endsWith('.queries.ts')
  t.deepEqual(found('sql', free, 'holds SQL: move the statement into a named function of a *.queries.ts file of its domain'), [])
})

test('types are not talked away', (t) => {
  t.deepEqual(
    found('blindTypes', isKernel, 'says any, !, `as never` or `as unknown as`: narrow the value, or give the function the type it needs'),
    [],
  )
})

test('only the guarded client asks addresses', (t) => {
  const inBrowsers = (path: string) => path.startsWith('shared/tracking/script/')
  t.deepEqual(found('asks', inBrowsers, 'can ask another machine: use scope.guardedClient, which keeps to public addresses'), [])
})

test('nothing is exported by default', (t) => {
  const wrong = files.flatMap((file) =>
    (file.path.endsWith('.d.ts') ? [] : findingsIn(file).defaultExports).map(
      (line) => `${file.path}:${line} exports by default: a name can be searched, a default cannot`,
    ),
  )
  t.deepEqual(wrong, [])
})

test('no file is long', (t) => {
  const limit = 300
  const long = files
    .filter(({ path, text }) => !isMigration(path) && text.split('\n').length - 1 > limit && !excused.length[path])
    .map(({ path }) => `${path} has more than ${limit} lines: split it by noun`)
  t.deepEqual(long, [])
  t.deepEqual(
    needless('length', ({ text }) => text.split('\n').length - 1 > limit),
    [],
  )
})

test('no file is a drawer', (t) => {
  const drawers = files.filter(
    ({ path }) =>
      /\/(utils?|helpers?|misc|common|types|constants)(\.ts|\/)/.test(path) ||
      /(Service|Manager|Helper|-service|-manager|-helper)s?\.ts$/.test(path),
  )
  t.deepEqual(
    drawers.map(({ path }) => `${path}: name the file after the one thing that it does`),
    [],
  )
})

test('a forbidden import is told what to do instead', (t) => {
  t.false(mayImport('api/routes/links.ts', 'bullmq'))
  t.is(advice('api/routes/links.ts', 'bullmq'), 'declare a contract in shared/links/jobs.ts and call scope.enqueue')
  t.false(mayImport('api/routes/links.ts', 'workers/job.ts'))
  t.regex(advice('api/routes/links.ts', 'workers/job.ts'), /move what both need into shared/)
  t.false(mayImport('api/routes/links.ts', 'shared/links/link.queries.ts'))
  t.regex(advice('api/routes/links.ts', 'shared/links/link.queries.ts'), /through its index/)
  t.false(mayImport('shared/links/create-link.ts', 'shared/tracking/index.ts'))
  t.regex(advice('shared/links/create-link.ts', 'shared/tracking/index.ts'), /tracking does not stand below links.*announce an event/)
  t.false(mayImport('shared/tracking/ingest.ts', 'shared/links/link.entity.ts'))
  t.regex(advice('shared/tracking/ingest.ts', 'shared/links/link.entity.ts'), /import shared\/links\/index\.ts/)
  t.false(mayImport('shared/kernel/scope.ts', 'shared/links/index.ts'))
  t.false(mayImport('shared/links/create-link.ts', 'koa'))
  t.false(mayImport('api/redirect/serve.ts', 'zod'))
  t.false(mayImport('migrations/20270101000000_links_x.ts', 'shared/kernel/time.ts'))
  t.true(mayImport('shared/tracking/ingest.ts', 'shared/links/index.ts'))
  t.true(mayImport('api/routes/links.ts', 'shared/links/index.ts'))
  t.true(mayImport('shared/links/create-link.ts', 'koala'))
})

test('the finders find', (t) => {
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
  t.deepEqual(findingsIn({ path: 'invented.ts', text }), { blindTypes: [1, 3, 3], sql: [2, 5], asks: [7, 10, 12], defaultExports: [6] })
})

/** Files of a folder of tables that its `index.ts` does not import. */
function unlisted(folder: string): string[] {
  const index = files.find(({ path }) => path === `${folder}/index.ts`)
  const listed = index ? importsOf(index) : []
  return files
    .filter(({ path }) => path.startsWith(`${folder}/`) && path !== index?.path && !listed.includes(path))
    .map(({ path }) => `${path} is not on the list ${folder}/index.ts: its rows would not exist`)
}

function found(rule: 'sql' | 'blindTypes' | 'asks', free: (path: string) => boolean, words: string): string[] {
  const wrong = files
    .filter(({ path }) => !free(path) && !excused[rule][path])
    .flatMap((file) => findingsIn(file)[rule].map((line) => `${file.path}:${line} ${words}`))
  return [...wrong, ...needless(rule, (file) => findingsIn(file)[rule as keyof Findings].length > 0)]
}

function needless(rule: keyof typeof excused, breaks: (file: (typeof files)[number]) => boolean): string[] {
  const idle = Object.keys(excused[rule]).filter((path) => !files.some((file) => file.path === path && breaks(file)))
  return idle.map((path) => `${path} needs no excuse from "${rule}" any more: remove it`)
}
