import test from 'ava'
import { z } from 'zod'
import { open } from '../../api/access/open.js'
import { endpoint, type Endpoint } from '../../api/endpoint.js'
import { faultsOf } from '../../api/http/refuse-tables.js'
import { tables } from '../../api/routes/index.js'

const known = { permissions: ['links.read'], plans: ['free'] }
const good: Endpoint = endpoint({
  id: 'getThing',
  method: 'GET',
  path: '/things/{id}',
  tag: 'Things',
  summary: 'One thing',
  access: open,
  rate: 'none',
  params: z.object({ id: z.string() }),
  run: async () => null,
})

test('the tables of the program itself are without fault', (t) => {
  t.deepEqual(faultsOf(tables.rows, tables), [])
})

test('a sound row passes', (t) => {
  t.deepEqual(faultsOf([good], known), [])
})

const refusals: [title: string, rows: Endpoint[], fault: RegExp][] = [
  ['an id twice', [good, { ...good, path: '/other/{id}' }], /id getThing stands twice/],
  [
    'a method and path twice, whatever the parameter is called',
    [good, { ...good, id: 'other', path: '/things/{key}', params: z.object({ key: z.string() }) }],
    /GET \/things\/\{\} stands twice/,
  ],
  [
    'a path parameter that params does not name',
    [{ ...good, params: z.object({ key: z.string() }) }],
    /the path names \{id\} but params declares \{key\}/,
  ],
  ['an unknown permission', [{ ...good, access: { ...open, permissions: ['moon.write'] } }], /unknown permission moon.write/],
  ['an unknown plan', [{ ...good, plans: ['gold'] }], /unknown plan gold/],
  ['an unknown rate class', [{ ...good, rate: 'wild' as never }], /unknown rate class wild/],
  ['a documented row without a summary', [{ ...good, summary: undefined }], /needs a summary/],
  ['a GET with a body', [{ ...good, body: z.object({}) }], /a GET takes no body/],
]

for (const [title, rows, fault] of refusals) {
  test(`the application refuses ${title}`, (t) => {
    t.regex(faultsOf(rows, known).join('\n'), fault)
  })
}
