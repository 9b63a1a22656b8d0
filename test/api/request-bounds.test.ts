/** No request body holds text or lists without a limit. */
import test from 'ava'
import { z } from 'zod'
import type { Endpoint } from '../../api/endpoint.js'
import type { SchemaObject } from '../../api/openapi/document.js'
import { schemaComponents } from '../../api/openapi/schema-components.js'
import { tables } from '../../api/routes/index.js'
import { type TestApi, testApi } from '../support/api.js'
import { endpointCaller } from '../support/endpoint-callers.js'
import { validInput } from '../support/endpoint-input.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const rowsWithBody = tables.rows.filter(({ body }) => body)

interface Found {
  /** Paths of texts and lists without a maximum. */
  unbounded: string[]
  /** Paths of objects with any keys. */
  freeForm: string[]
}

function inspect(row: Pick<Endpoint, 'body'>): Found {
  const book = schemaComponents([])
  const root = row.body ? book.request(row.body) : {}
  const found: Found = { unbounded: [], freeForm: [] }
  walk(root, '', [])
  return found

  function walk(schema: SchemaObject, path: string, within: readonly string[]): void {
    const name = schema.$ref?.split('/').at(-1)
    if (name) {
      if (!within.includes(name)) walk(book.components[name] ?? {}, path, [...within, name])
      return
    }
    for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) walk(part, path, within)
    if (schema.type === 'string' && !schema.enum && schema.maxLength === undefined) found.unbounded.push(path)
    if (schema.type === 'array' && schema.maxItems === undefined) found.unbounded.push(`${path}[]`)
    if (schema.items) walk(schema.items, `${path}[]`, within)
    if (typeof schema.additionalProperties === 'object') found.freeForm.push(path)
    for (const [key, inner] of Object.entries(schema.properties ?? {})) walk(inner, path ? `${path}.${key}` : key, within)
  }
}

for (const row of rowsWithBody) {
  test(`every text and every list in the body of ${row.id} has a maximum`, (t) => {
    t.deepEqual(inspect(row).unbounded, [])
  })
}

test('a text and a list without a maximum are found, also in lists, alternatives and nested objects', (t) => {
  t.deepEqual(inspect({ body: z.object({ a: z.object({ b: z.string() }), c: z.union([z.string().max(9), z.number().array()]) }) }), {
    unbounded: ['a.b', 'c[]'],
    freeForm: [],
  })
})

/** The raw body of a provider is limited by its size alone. */
const rowsWithFreeForm = rowsWithBody.filter((row) => !row.readsRawBody && inspect(row).freeForm.length > 0)
const tooLarge = { text: 'x'.repeat(200_000) }

for (const row of rowsWithFreeForm) {
  for (const path of new Set(inspect(row).freeForm)) {
    test(`${row.id} refuses 200,000 characters in ${path}`, async (t) => {
      const { workspace, headers } = await endpointCaller(api, row)
      const input = await validInput(row, { make: api.make, workspace })
      // `messages` and `memories` exclude each other.
      if (path.startsWith('memories[]')) input.body = { user_id: 'ann', memories: (input.body as { memories?: unknown }).memories }
      // Leads and sales are alternatives of commissions.
      if (row.id === 'createCommission') input.body = { ...(input.body as object), type: path.split('.')[0] }
      const search = new URLSearchParams(input.query).toString()
      const { status, body } = await api.call(`${row.method} ${input.path}${search && `?${search}`}`, {
        headers,
        body: withValue(input.body, path.split('.'), tooLarge),
      })
      t.true(status === 400 || status === 422, JSON.stringify(body).slice(0, 300))
      if (row.errorPage) return
      t.regex(body.error.message, new RegExp(path.split('.').at(-1)?.replace('[]', '') as string, 'i'))
    })
  }
}

/** The body with more keys in the object at the path; `[]` is the first element of a list. */
function withValue(body: unknown, [step, ...rest]: readonly string[], value: object): unknown {
  if (step === undefined) return { ...(body as object | undefined), ...value }
  const name = step.replace('[]', '')
  const at = (inner: unknown) =>
    step.endsWith('[]')
      ? [withValue((inner as unknown[] | undefined)?.[0] ?? { text: 'A text' }, rest, value)]
      : withValue(inner, rest, value)
  return name === '' ? at(body) : { ...(body as object), [name]: at((body as Record<string, unknown> | undefined)?.[name]) }
}
