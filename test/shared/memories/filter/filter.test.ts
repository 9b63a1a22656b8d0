import test from 'ava'
import { requiresIdentifier, parseFilter } from '../../../../shared/memories/filter/filter.js'
import { filterSql } from '../../../../shared/memories/filter/filter.queries.js'
import { createParameters } from '../../../../shared/memories/filter/parameters.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
let workspaceId: string
test.after.always(() => service.close())

const rows: { text: string; metadata: object; expiration_date?: string }[] = [
  { text: 'one', metadata: { n: 1, tags: ['red', 'blue'], name: 'Ann Lee', on: true, none: null }, expiration_date: '2030-12-31' },
  { text: 'two', metadata: { n: 10, tags: ['green'], name: 'Bob' }, expiration_date: '2031-06-30' },
  { text: 'three', metadata: { n: '10' } },
  { text: 'four', metadata: {} },
]
test.before(async () => {
  service = await testService()
  workspaceId = (await service.make.workspace()).id
  for (const [at, { text, metadata, expiration_date = null }] of rows.entries()) {
    await service.resources.database.pool.query(
      `insert into memories (id, workspace_id, user_id, text, hash, content_key, metadata, created_at, updated_at, expiration_date)
       values ($1, $5, $2, $1, '', $1, $3, $4, $4, $6)`,
      [text, at < 3 ? 'ann' : null, JSON.stringify(metadata), new Date(Date.UTC(2026, 0, at + 1)), workspaceId, expiration_date],
    )
  }
})

async function matching(filter: unknown): Promise<string[]> {
  const parameters = createParameters()
  const { rows } = await service.resources.database.pool.query(
    `select text from memories where ${filterSql(parseFilter(filter), parameters)} order by created_at`,
    parameters.values,
  )
  return rows.map(({ text }) => text)
}

const cases: [title: string, filter: unknown, expected: string[]][] = [
  ['an empty filter matches everything', {}, ['one', 'two', 'three', 'four']],
  ['a plain value means equality', { n: 1 }, ['one']],
  ['a name that every JavaScript object has is a key of the metadata', { toString: 'text', NOT: [{ constructor: '*' }] }, []],
  ['a number does not equal a text', { n: '10' }, ['three']],
  ['a boolean', { on: true }, ['one']],
  ['null matches keys that are null or missing', { n: null }, ['four']],
  ['a list matches any of its items', { n: [1, 10] }, ['one', 'two']],
  ['an empty list matches nothing', { n: [] }, []],
  ['null in a list matches missing values', { n: [1, null] }, ['one', 'four']],
  ['null in a list matches missing fields of the memory', { user_id: { in: ['bob', null] } }, ['four']],
  ['null in the list of nin excludes missing values', { n: { nin: [1, null] } }, ['two', 'three']],
  ['null in a list of timestamps matches none of a memory that has one', { created_at: ['2026-01-02', null] }, ['two']],
  ['a range of expiration dates', { expiration_date: { gte: '2031-01-01' } }, ['two']],
  ['memories that do not expire', { expiration_date: null }, ['three', 'four']],
  ['a star matches keys that exist', { none: '*' }, ['one']],
  ['gt compares numbers numerically, and never with texts', { n: { gt: 2 } }, ['two']],
  ['a range', { n: { gte: 1, lt: 10 } }, ['one']],
  ['texts are compared alphabetically', { name: { gte: 'B' } }, ['two']],
  ['ne matches missing values', { n: { ne: 10 } }, ['one', 'three', 'four']],
  ['nin matches missing values', { n: { nin: [1, 10] } }, ['three', 'four']],
  ['contains finds a substring', { name: { contains: 'Lee' } }, ['one']],
  ['contains is case-sensitive', { name: { contains: 'lee' } }, []],
  ['icontains is case-insensitive', { name: { icontains: 'lee' } }, ['one']],
  ['contains finds an item of a list', { tags: { contains: 'blue' } }, ['one']],
  ['contains does not find a substring of an item', { tags: { contains: 'blu' } }, []],
  ['all keys must match', { n: 10, name: 'Bob' }, ['two']],
  ['AND', { AND: [{ n: { gt: 0 } }, { n: { lt: 5 } }] }, ['one']],
  ['OR', { OR: [{ n: 1 }, { name: 'Bob' }] }, ['one', 'two']],
  ['NOT', { NOT: [{ n: 1 }, { name: 'Bob' }] }, ['three', 'four']],
  ['NOT matches null values', { NOT: { user_id: 'bob' } }, ['one', 'two', 'three', 'four']],
  ['a field of the memory', { user_id: null }, ['four']],
  ['the text', { memory: { contains: 'o' } }, ['one', 'two', 'four']],
  ['a timestamp', { created_at: { gte: '2026-01-02', lt: '2026-01-04' } }, ['two', 'three']],
  ['a timestamp in seconds', { created_at: { lte: Date.UTC(2026, 0, 1) / 1000 } }, ['one']],
  ['a key with quotes', { 'a\'b"c?$1': 'x' }, []],
  ['a value with quotes', { name: `'; drop table memories; --` }, []],
]
for (const [title, filter, expected] of cases) test(`filter: ${title}`, async (t) => t.deepEqual(await matching(filter), expected))

const nested = (depth: number): unknown => (depth === 0 ? { n: 1 } : { AND: [nested(depth - 1)] })
for (const [title, filter] of [
  ['an array instead of an object', [1]],
  ['an unknown operator', { n: { near: 1 } }],
  ['in without a list', { n: { in: 1 } }],
  ['an order comparison with null', { n: { gt: null } }],
  ['a substring that is null', { name: { contains: null } }],
  ['an object as operand', { n: { eq: {} } }],
  ['an empty OR', { OR: [] }],
  ['an AND without a list', { AND: {} }],
  ['more than a hundred conditions', Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, 1]))],
  ['too much nesting', nested(20)],
] as const) {
  test(`refuses a filter with ${title}`, (t) =>
    t.like(
      t.throws(() => parseFilter(filter)),
      { code: 'bad_request' },
    ))
}

test('refuses to compare a timestamp with something else', async (t) => {
  for (const created_at of [{ gt: 'soon' }, { gt: true }, { contains: '2026' }, 'x'])
    t.like(await t.throwsAsync(matching({ created_at })), { code: 'bad_request' })
})

for (const [filter, expected] of [
  [{ user_id: 'ann' }, true],
  [{ user_id: ['ann', 'bob'] }, true],
  [{ AND: [{ n: 1 }, { run_id: 'r' }] }, true],
  [{ OR: [{ user_id: 'ann' }, { agent_id: 'x' }] }, true],
  [{}, false],
  [{ n: 1 }, false],
  [{ user_id: null }, false],
  [{ user_id: ['ann', null] }, false],
  [{ user_id: '*' }, false],
  [{ user_id: { ne: 'ann' } }, false],
  [{ OR: [{ user_id: 'ann' }, { n: 1 }] }, false],
  [{ NOT: { user_id: 'ann' } }, false],
] as const) {
  test(`${JSON.stringify(filter)} ${expected ? 'requires' : 'does not require'} an identifier`, (t) =>
    t.is(requiresIdentifier(parseFilter(filter), ['user_id', 'agent_id', 'run_id']), expected))
}
