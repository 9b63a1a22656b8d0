/** The papers tell the truth where a machine can check it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'ava'
import { configKeys } from '../shared/kernel/config.js'
import { exclusionReasons } from '../shared/tracking/click-batch.js'
import { withFreshParts } from '../workers/commands/operating-parts.js'
import { sourceFiles, top } from './support/source-tree.js'

const read = (path: string) => readFileSync(join(top, path), 'utf8')
const decisions = readdirSync(join(top, 'docs/decisions'))
  .filter((name) => name !== 'README.md')
  .sort()
const papers = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/glossary.md',
  'docs/operating.md',
  'docs/decisions/README.md',
  ...decisions.map((name) => `docs/decisions/${name}`),
]

test('the made parts of the operating page are fresh', (t) => {
  const page = read('docs/operating.md')
  t.is(page, withFreshParts(page), 'run `npm run docs` and commit what it wrote')
})

test('a page with an unknown part, or without one of them, is refused', (t) => {
  t.throws(() => withFreshParts('<!-- made by `npm run docs`: weather -->\n<!-- end -->'), { message: /no part weather/ })
  t.throws(() => withFreshParts('# Operating'), { message: /no place for environment, queues, jobs/ })
})

test('the index of decisions names each of them, newest first', (t) => {
  const listed = [...read('docs/decisions/README.md').matchAll(/^\| (\d+) \| \[(.+?)\]\((.+?)\) \| (\w+)/gm)].map(
    ([, number, title, file, status]) => ({ number, title, file, status }),
  )
  const written = decisions.toReversed().map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(`docs/decisions/${file}`)) ?? []
    const [, status] = /^Status: (\w+)\./m.exec(read(`docs/decisions/${file}`)) ?? []
    return { number, title, file, status }
  })
  t.deepEqual(listed, written)
})

test('a decision has its number, its status and date, its problem, and what would change our mind', (t) => {
  const numbers = decisions.map((file) => file.slice(0, 4))
  t.is(new Set(numbers).size, numbers.length, 'two decisions have one number')
  for (const file of decisions) {
    const text = read(`docs/decisions/${file}`)
    t.is(Number(/^# (\d+)\./.exec(text)?.[1]), Number(file.slice(0, 4)), file)
    t.regex(text, /^Status: (accepted|superseded by \[\d+\]\(.+\))\. Date: \d{4}-\d{2}-\d{2}\.$/m, file)
    for (const head of ['## Problem', '## What would change our mind']) t.true(text.includes(head), `${file} lacks "${head}"`)
  }
})

test('every link inside the papers leads somewhere', (t) => {
  const broken = papers.flatMap((paper) =>
    [...read(paper).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(top, dirname(paper), target)))
      .map((target) => `${paper} links to ${target}`),
  )
  t.deepEqual(broken, [])
})

test('every command in the papers exists', (t) => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = papers.flatMap((paper) =>
    [...read(paper).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(([, name = '']) => ({ paper, name })),
  )
  t.true(named.length > 5)
  t.deepEqual(
    named.filter(({ name }) => !(name in scripts)),
    [],
  )
})

test('every file of the program that a paper names exists', (t) => {
  const named = papers.flatMap((paper) =>
    [...read(paper).matchAll(/`((?:api|workers|shared|migrations|test|docker|docs|\.ci)\/[\w./-]+\.\w+)`/g)].map(([, path = '']) => ({
      paper,
      path,
    })),
  )
  t.deepEqual(
    named.filter(({ path }) => !existsSync(join(top, path))),
    [],
  )
})

test('every reason why a request is no click is on the page of analytics', (t) => {
  const listed = new Set([...read('docs/analytics.md').matchAll(/^\| `([a-z-]+)` \| \S/gm)].map(([, reason]) => reason))
  t.deepEqual(
    exclusionReasons.filter((reason) => !listed.has(reason)),
    [],
  )
})

test('every metric in the papers exists', (t) => {
  const program = sourceFiles('api', 'workers', 'shared')
    .map(({ text }) => text)
    .join('\n')
  const named = papers.flatMap((paper) => [...read(paper).matchAll(/\btributary_([a-z_]+)/g)].map(([, name = '']) => name))
  t.deepEqual(
    named.filter((name) => !program.includes(`'${name}'`) && !program.includes(`'tributary_${name}'`)),
    [],
  )
})

test('every key that the papers set exists', (t) => {
  const foreign = new Set(['TEST_DATABASE_URL', 'TEST_REDIS_URL', 'SHOP_VISITORS', 'KILLS_VISITS', 'MALLOC_ARENA_MAX'])
  const named = papers.flatMap((paper) => [...read(paper).matchAll(/\b([A-Z]+(?:_[A-Z]+)+)\b/g)].map(([, name = '']) => name))
  t.true(named.length > 20)
  t.deepEqual(
    named.filter((name) => !(name in configKeys) && !foreign.has(name)),
    [],
  )
})

test('the read-me names the two commands', (t) => {
  t.regex(read('README.md'), /npm ci && npm start/)
  t.regex(read('README.md'), /npm ci && npm test/)
})
