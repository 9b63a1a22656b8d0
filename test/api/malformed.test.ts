/** Malformed requests: none may break the service, and each must get the documented error shape. */
import test, { type ExecutionContext } from 'ava'
import { httpStatus } from '../../api/http/error-response.js'
import { tables } from '../../api/routes/index.js'
import type { ErrorCode } from '../../shared/kernel/errors.js'
import { type TestApi, testApi } from '../support/api.js'
import { type MalformedRequest, malformedRequests, seededRandom } from '../support/malformed-requests.js'
import { type RawResponse, sendRaw } from '../support/raw-request.js'

const seed = Number(process.env.MALFORMED_SEED ?? 20_260_101)
const requestsPerKind = 115
const concurrency = 8

type Generators = ReturnType<typeof malformedRequests>
let api: TestApi
let port: number
let generators: Generators
let generatorsByHost: Generators[]
let goodRequest: () => Promise<RawResponse>

test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  port = Number(new URL(api.url).port)
  const [{ headers }] = await Promise.all([api.make.caller(), api.make.domain(null, { slug: api.config.shortDomain })])
  generators = malformedRequests(
    tables.rows.filter(({ errorPage }) => !errorPage),
    'api.example',
    headers.authorization,
  )
  generatorsByHost = ['api.example', 'short.example', 'unknown.example'].map((host) =>
    malformedRequests(tables.rows, host, headers.authorization),
  )
  goodRequest = () => sendRaw(port, Buffer.from('GET /health HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n'))
})
test.after.always(() => api?.close())

/** Some of these are valid, such as a repeated key or an unusual content type. Every error response must have the documented shape. */
function checkErrorShape({ status, headers, body }: RawResponse): string | null {
  if (status < 400) return null
  if (status >= 500) return `status ${status}`
  if (!headers['content-type']?.startsWith('application/json')) return `content type ${headers['content-type']}`
  const { error } = JSON.parse(body) as { error?: { code?: ErrorCode; message?: string; doc_url?: string } }
  if (!error?.code || httpStatus[error.code] !== status) return `status ${status} with code ${error?.code}`
  return error.message && error.doc_url?.endsWith(`#${error.code.replaceAll('_', '-')}`) ? null : 'message or doc_url missing'
}

/** Short domains and login pages respond with HTML, so only the status is checked. */
const checkNotServerError = ({ status }: RawResponse) => (status >= 500 || Number.isNaN(status) ? `status ${status}` : null)

type ResponseCheck = (response: RawResponse) => string | null

/** Sends one request. Returns what is wrong with the response; null if it is correct. */
async function findError({ bytes, truncated }: MalformedRequest, checkResponse: ResponseCheck): Promise<string | null> {
  const sent = bytes.subarray(0, 400).toString('latin1')
  try {
    const response = await sendRaw(port, bytes, { closeAfterSend: truncated })
    const error = checkResponse(response)
    return error && `${error}\n${response.body.slice(0, 300)}\nto ${sent}`
  } catch (error) {
    return `${(error as Error).message}\nto ${sent}`
  }
}

async function assertAll(t: ExecutionContext, requests: MalformedRequest[], checkResponse: ResponseCheck) {
  const errors: string[] = []
  const queue = requests.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const request of queue) {
        const error = await findError(request, checkResponse)
        if (error) errors.push(error)
      }
    }),
  )
  t.deepEqual(errors.slice(0, 3), [], `${errors.length} of ${requests.length} responses are wrong (seed ${seed})`)
  t.is((await goodRequest()).status, 200)
}

const names = Object.keys(malformedRequests([], '', '')) as (keyof Generators)[]

test('at least 2,000 requests are sent', (t) => {
  t.true(names.length * requestsPerKind >= 2_000)
})

for (const kind of names) {
  test.serial(`${kind} get the documented error shape, and the next valid request succeeds`, async (t) => {
    const random = seededRandom(seed + names.indexOf(kind))
    await assertAll(
      t,
      Array.from({ length: requestsPerKind }, () => generators[kind](random)),
      checkErrorShape,
    )
  })
}

test.serial('malformed requests cause no server error on the API host, the short domain or an unknown host', async (t) => {
  const random = seededRandom(seed - 1)
  const requests = generatorsByHost.flatMap((byKind) => names.flatMap((kind) => Array.from({ length: 10 }, () => byKind[kind](random))))
  await assertAll(t, requests, checkNotServerError)
})

for (const [title, lines] of [
  ['without a Host header', ['']],
  ['with a header that cannot be parsed', ['Host: api.example', 'not a header', '']],
] as const)
  test.serial(`a HEAD request ${title} is answered without a body`, async (t) => {
    const respond = (method: string) => sendRaw(port, Buffer.from([`${method} /links HTTP/1.1`, ...lines, ''].join('\r\n')))
    const [head, get] = [await respond('HEAD'), await respond('GET')]
    t.deepEqual([head.status, head.body, head.headers], [400, '', get.headers])
    t.is(head.headers['content-length'], String(Buffer.byteLength(get.body)))
  })

test.serial('Object.prototype is not polluted', (t) => {
  t.is(({} as Record<string, unknown>).polluted, undefined)
})
