import test from 'ava'
import { z } from 'zod'
import { open } from '../../../api/access/open.js'
import { endpoint, type Endpoint } from '../../../api/endpoint.js'
import { tableErrors } from '../../../api/http/validate-tables.js'
import { tables } from '../../../api/routes/index.js'

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

test('the endpoint tables of the application are valid', (t) => {
  t.deepEqual(tableErrors(tables.rows, tables), [])
})

test('a valid row passes', (t) => {
  t.deepEqual(tableErrors([good], known), [])
})

const refusals: [title: string, rows: Endpoint[], error: RegExp][] = [
  ['a duplicate id', [good, { ...good, path: '/other/{id}' }], /id getThing is declared twice/],
  [
    'a duplicate method and path, whatever the parameter name',
    [good, { ...good, id: 'other', path: '/things/{key}', params: z.object({ key: z.string() }) }],
    /GET \/things\/\{\} is declared twice/,
  ],
  [
    'a path parameter missing in params',
    [{ ...good, params: z.object({ key: z.string() }) }],
    /the path names \{id\} but params declares \{key\}/,
  ],
  ['an unknown permission', [{ ...good, access: { ...open, permissions: ['moon.write'] } }], /unknown permission moon.write/],
  ['an unknown plan', [{ ...good, plans: ['gold'] }], /unknown plan gold/],
  ['an unknown rate class', [{ ...good, rate: 'wild' as never }], /unknown rate class wild/],
  ['a documented row without a summary', [{ ...good, summary: undefined }], /needs a summary/],
  ['a GET with a body', [{ ...good, body: z.object({}) }], /a GET has no body/],
]

for (const [title, rows, error] of refusals) {
  test(`table validation rejects ${title}`, (t) => {
    t.regex(tableErrors(rows, known).join('\n'), error)
  })
}
