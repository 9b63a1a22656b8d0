/** Requests that are wrong in every way: none may break the service, and each is told what was wrong in the documented shape. */
import test, { type ExecutionContext } from 'ava'
import { statusOf } from '../../api/http/error-answer.js'
import { tables } from '../../api/routes/index.js'
import type { ErrorCode } from '../../shared/kernel/errors.js'
import { type TestApi, testApi } from '../support/api.js'
import { type Malformed, malformedFor, seeded } from '../support/malformed.js'
import { type RawAnswer, sendRaw } from '../support/raw-request.js'

const seed = Number(process.env.MALFORMED_SEED ?? 20_260_101)
const ofEachKind = 115
const atOnce = 8

type Kinds = ReturnType<typeof malformedFor>
let api: TestApi
let port: number
let kinds: Kinds
let elsewhere: Kinds[]
let goodRequest: () => Promise<RawAnswer>

test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  port = Number(new URL(api.url).port)
  const [{ headers }] = await Promise.all([api.make.caller(), api.make.domain(null, { slug: api.config.shortDomain })])
  kinds = malformedFor(
    tables.rows.filter(({ refused }) => !refused),
    'api.example',
    headers.authorization,
  )
  elsewhere = ['api.example', 'short.example', 'unknown.example'].map((host) => malformedFor(tables.rows, host, headers.authorization))
  goodRequest = () => sendRaw(port, Buffer.from('GET /health HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n'))
})
test.after.always(() => api?.close())

/** Some of these are borne: a key given twice, an unusual content type. What is refused is refused properly. */
function isProper({ status, headers, body }: RawAnswer): string | null {
  if (status < 400) return null
  if (status >= 500) return `status ${status}`
  if (!headers['content-type']?.startsWith('application/json')) return `content type ${headers['content-type']}`
  const { error } = JSON.parse(body) as { error?: { code?: ErrorCode; message?: string; doc_url?: string } }
  if (!error?.code || statusOf[error.code] !== status) return `status ${status} with code ${error?.code}`
  return error.message && error.doc_url?.endsWith(`#${error.code.replaceAll('_', '-')}`) ? null : 'no message, or no page about it'
}

/** Visitors of a short domain, and people who log in, are answered with pages. */
const isNoBreakdown = ({ status }: RawAnswer) => (status >= 500 || Number.isNaN(status) ? `status ${status}` : null)

async function fault({ bytes, cut }: Malformed, judge: (answer: RawAnswer) => string | null): Promise<string | null> {
  const said = bytes.subarray(0, 400).toString('latin1')
  try {
    const answer = await sendRaw(port, bytes, { cut })
    const wrong = judge(answer)
    return wrong && `${wrong}\n${answer.body.slice(0, 300)}\nto ${said}`
  } catch (error) {
    return `${(error as Error).message}\nto ${said}`
  }
}

async function check(t: ExecutionContext, requests: Malformed[], judge: (answer: RawAnswer) => string | null) {
  const faults: string[] = []
  const queue = requests.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const request of queue) {
        const wrong = await fault(request, judge)
        if (wrong) faults.push(wrong)
      }
    }),
  )
  t.deepEqual(faults.slice(0, 3), [], `${faults.length} of ${requests.length} were answered badly (seed ${seed})`)
  t.is((await goodRequest()).status, 200)
}

const names = Object.keys(malformedFor([], '', '')) as (keyof Kinds)[]

test('there are at least two thousand of them', (t) => {
  t.true(names.length * ofEachKind >= 2_000)
})

for (const kind of names) {
  test.serial(`${kind} are answered in the error shape, and the next good request works`, async (t) => {
    const random = seeded(seed + names.indexOf(kind))
    await check(
      t,
      Array.from({ length: ofEachKind }, () => kinds[kind](random)),
      isProper,
    )
  })
}

test.serial('none of them breaks a page, a short domain, or a host that nobody knows', async (t) => {
  const random = seeded(seed - 1)
  const requests = elsewhere.flatMap((ofHost) => names.flatMap((kind) => Array.from({ length: 10 }, () => ofHost[kind](random))))
  await check(t, requests, isNoBreakdown)
})

test.serial('no prototype was polluted', (t) => {
  t.is(({} as Record<string, unknown>).polluted, undefined)
})
