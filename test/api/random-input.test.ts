/**
 * Random input never leads to an internal error, and the answers of documented endpoints match their description. Requests are valid ones
 * with a few random fields. `RANDOM_SEED` and `RANDOM_REQUESTS` (for each endpoint) extend the test.
 */
import { createHash } from 'node:crypto'
import test from 'ava'
import type { Endpoint } from '../../api/endpoint.js'
import { schemaComponents } from '../../api/openapi/schema-components.js'
import { tables } from '../../api/routes/index.js'
import { type TestApi, testApi } from '../support/api.js'
import { endpointCaller } from '../support/endpoint-callers.js'
import { validInput } from '../support/endpoint-input.js'
import { pick, type Random, seededRandom } from '../support/malformed-requests.js'
import { type RandomSource, randomValue } from '../support/random-value.js'
import { responseError } from '../support/response-validator.js'

const seed = process.env.RANDOM_SEED ?? '1'
const requests = Number(process.env.RANDOM_REQUESTS ?? 2)

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api?.close())

const book = schemaComponents([])
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The valid value with up to three fields of a random one; sometimes only the random one. */
function changed(valid: unknown, schema: Endpoint['body'], source: RandomSource): unknown {
  const { random } = source
  const made = randomValue(book.request(schema as NonNullable<typeof schema>), source)
  if (!isObject(made) || !isObject(valid) || random() < 0.1) return made
  const entries = Object.entries(made)
  const chosen = entries.length === 0 ? [] : Array.from({ length: Math.floor(random() * 4) }, () => pick(random, entries))
  return { ...valid, ...Object.fromEntries(chosen) }
}

function toSearch(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(isObject(query) ? query : {}))
    for (const one of [value].flat()) search.append(name, isObject(one) ? JSON.stringify(one) : String(one))
  return search.size > 0 ? `?${search.toString()}` : ''
}

/** Keeps short texts by the name of their field. */
function keep(known: RandomSource['known'], value: unknown, name = ''): void {
  if (Array.isArray(value)) for (const one of value.slice(0, 3)) keep(known, one, name.replace(/s$/, ''))
  else if (isObject(value)) for (const [key, one] of Object.entries(value)) keep(known, one, key)
  else if (typeof value === 'string' && value.length < 200 && (known.get(name)?.length ?? 0) < 8)
    known.set(name, [...(known.get(name) ?? []), value])
}

const randomOf = ({ id }: Endpoint): Random => seededRandom(createHash('sha256').update(`${seed} ${id}`).digest().readUInt32BE())

// The raw body of a provider is verified before it is read.
for (const row of tables.rows.filter(({ readsRawBody }) => !readsRawBody)) {
  test(`${row.id} answers random input without an internal error`, async (t) => {
    const { workspace, headers } = await endpointCaller(api, row)
    const source: RandomSource = { random: randomOf(row), components: book.components, known: new Map() }
    for (let at = 0; at < requests; at++) {
      const input = await validInput(row, { make: api.make, workspace })
      keep(source.known, [input.query, input.body])
      const search = row.query ? toSearch(changed(input.query, row.query, source)) : ''
      const body = row.body && JSON.stringify(changed(input.body, row.body, source))
      const { status, body: answer } = await api.call(`${row.method} ${input.path}${search}`, { headers, body })
      const request = `${row.method} ${input.path}${search} ${body}`
      // 503: the endpoint needs a provider that is not configured.
      t.true(status < 500 || status === 503, `${status} ${request}`)
      if (!row.hidden && status < 300) t.is(responseError(row, status, answer), null, request)
      keep(source.known, answer)
    }
  })
}
