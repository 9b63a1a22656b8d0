import test from 'ava'
import { namesSomebody, parseFilter } from '../../../../shared/memories/filter/filter.js'
import { filterSql } from '../../../../shared/memories/filter/filter.queries.js'
import { openParameters } from '../../../../shared/memories/filter/parameters.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
let workspaceId: string
test.after.always(() => service.close())

const rows = [
  { text: 'one', metadata: { n: 1, tags: ['red', 'blue'], name: 'Ann Lee', on: true, none: null } },
  { text: 'two', metadata: { n: 10, tags: ['green'], name: 'Bob' } },
  { text: 'three', metadata: { n: '10' } },
  { text: 'four', metadata: {} },
]
test.before(async () => {
  service = await testService()
  workspaceId = (await service.make.workspace()).id
  for (const [at, { text, metadata }] of rows.entries()) {
    await service.resources.database.pool.query(
      `insert into memories (id, workspace_id, user_id, text, hash, content_key, metadata, created_at, updated_at) values ($1, $5, $2, $1, '', $1, $3, $4, $4)`,
      [text, at < 3 ? 'ann' : null, JSON.stringify(metadata), new Date(Date.UTC(2026, 0, at + 1)), workspaceId],
    )
  }
})

async function passing(filter: unknown): Promise<string[]> {
  const parameters = openParameters()
  const { rows } = await service.resources.database.pool.query(
    `select text from memories where ${filterSql(parseFilter(filter), parameters)} order by created_at`,
    parameters.values,
  )
  return rows.map(({ text }) => text)
}

const cases: [title: string, filter: unknown, expected: string[]][] = [
  ['nothing narrows nothing', {}, ['one', 'two', 'three', 'four']],
  ['a bare value is equality', { n: 1 }, ['one']],
  ['a number is no text', { n: '10' }, ['three']],
  ['a boolean', { on: true }, ['one']],
  ['null is a key that is null or not there', { n: null }, ['four']],
  ['a list is any of it', { n: [1, 10] }, ['one', 'two']],
  ['an empty list is nothing', { n: [] }, []],
  ['a star is a key that is there', { none: '*' }, ['one']],
  ['more than compares numbers as numbers, and never with a text', { n: { gt: 2 } }, ['two']],
  ['a range', { n: { gte: 1, lt: 10 } }, ['one']],
  ['texts compare as texts', { name: { gte: 'B' } }, ['two']],
  ['not equal holds also where nothing is', { n: { ne: 10 } }, ['one', 'three', 'four']],
  ['none of a list holds also where nothing is', { n: { nin: [1, 10] } }, ['three', 'four']],
  ['a text contains its parts', { name: { contains: 'Lee' } }, ['one']],
  ['with regard to case', { name: { contains: 'lee' } }, []],
  ['and without', { name: { icontains: 'lee' } }, ['one']],
  ['a list contains its members', { tags: { contains: 'blue' } }, ['one']],
  ['and not their parts', { tags: { contains: 'blu' } }, []],
  ['several keys must all hold', { n: 10, name: 'Bob' }, ['two']],
  ['AND', { AND: [{ n: { gt: 0 } }, { n: { lt: 5 } }] }, ['one']],
  ['OR', { OR: [{ n: 1 }, { name: 'Bob' }] }, ['one', 'two']],
  ['NOT', { NOT: [{ n: 1 }, { name: 'Bob' }] }, ['three', 'four']],
  ['NOT of what is null', { NOT: { user_id: 'bob' } }, ['one', 'two', 'three', 'four']],
  ['a field of the memory', { user_id: null }, ['four']],
  ['the text', { memory: { contains: 'o' } }, ['one', 'two', 'four']],
  ['an instant', { created_at: { gte: '2026-01-02', lt: '2026-01-04' } }, ['two', 'three']],
  ['an instant in seconds', { created_at: { lte: Date.UTC(2026, 0, 1) / 1000 } }, ['one']],
  ['a key full of quotes', { 'a\'b"c?$1': 'x' }, []],
  ['a value full of quotes', { name: `'; drop table memories; --` }, []],
]
for (const [title, filter, expected] of cases) test(`filter: ${title}`, async (t) => t.deepEqual(await passing(filter), expected))

const nested = (depth: number): unknown => (depth === 0 ? { n: 1 } : { AND: [nested(depth - 1)] })
for (const [title, filter] of [
  ['no object', [1]],
  ['an unknown operator', { n: { near: 1 } }],
  ['in without a list', { n: { in: 1 } }],
  ['an object as operand', { n: { eq: {} } }],
  ['an empty OR', { OR: [] }],
  ['an AND that is no list', { AND: {} }],
  ['a hundred conditions and one', Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, 1]))],
  ['nesting without end', nested(20)],
] as const) {
  test(`a filter with ${title} is refused`, (t) =>
    t.like(
      t.throws(() => parseFilter(filter)),
      { code: 'bad_request' },
    ))
}

test('an instant compared with something else is refused', async (t) => {
  for (const created_at of [{ gt: 'soon' }, { gt: true }, { contains: '2026' }, 'x'])
    t.like(await t.throwsAsync(passing({ created_at })), { code: 'bad_request' })
})

for (const [filter, names] of [
  [{ user_id: 'ann' }, true],
  [{ user_id: ['ann', 'bob'] }, true],
  [{ AND: [{ n: 1 }, { run_id: 'r' }] }, true],
  [{ OR: [{ user_id: 'ann' }, { agent_id: 'x' }] }, true],
  [{}, false],
  [{ n: 1 }, false],
  [{ user_id: null }, false],
  [{ user_id: '*' }, false],
  [{ user_id: { ne: 'ann' } }, false],
  [{ OR: [{ user_id: 'ann' }, { n: 1 }] }, false],
  [{ NOT: { user_id: 'ann' } }, false],
] as const) {
  test(`${JSON.stringify(filter)} ${names ? 'names somebody' : 'may mean everybody'}`, (t) =>
    t.is(namesSomebody(parseFilter(filter), ['user_id', 'agent_id', 'run_id']), names))
}
