/**
 * Signed events of providers with random changes are recorded or refused with a reason. `RANDOM_SEED` and `RANDOM_REQUESTS` (visitors of
 * each provider) extend the test.
 */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { openInboundConnection } from '../../support/inbound-connection.js'
import { pick, type Random, seededRandom } from '../../support/malformed-requests.js'
import { providerSamples } from '../../support/provider-samples.js'

const seed = Number(process.env.RANDOM_SEED ?? 1)
const visitors = Number(process.env.RANDOM_REQUESTS ?? 15)

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const replacements = [
  ...[null, true, false, [], {}, [null], [[]], { a: 1 }, '', ' ', 'text', '\0', '\ud800', 'x'.repeat(5000), '__proto__', 'constructor'],
  ...[0, -0, 1, -1, 0.5, 1e21, 2 ** 53, 2 ** 63, 1e15, -62_135_596_800, '1.005', '-5', '1e999', '12,50', '١٢', 'NaN'],
  ...['2024-02-30', '0001-01-01', '9999-12-31T23:59:59Z', 'jpy', 'KWD', 'XXX', 'usdt', 'ann@example.com', 'https://x.example'],
]
type Holder = Record<string, unknown>

/** Every object and list in the value, itself included. */
function holdersIn(value: unknown): Holder[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Holder, ...Object.values(value).flatMap(holdersIn)]
}

/** Replaces or deletes up to three values. */
function change(body: unknown, random: Random): unknown {
  const changed = structuredClone(body)
  for (let count = Math.floor(random() * 4); count > 0; count--) {
    const holder = pick(random, holdersIn(changed))
    const keys = Object.keys(holder)
    if (keys.length === 0) continue
    const key = pick(random, keys)
    if (random() < 0.25) delete holder[key]
    else holder[key] = structuredClone(pick(random, replacements))
  }
  return changed
}

for (const [index, sample] of providerSamples.entries()) {
  test(`random changes of events of ${sample.slug} never lead to an internal error`, async (t) => {
    const inbound = await openInboundConnection(api, sample)
    const random = seededRandom(seed * 100 + index)
    for (let at = 0; at < visitors; at++) {
      const visitor = await inbound.createVisitor()
      const events = [sample.lead?.(visitor), sample.sale?.(visitor), sample.refund?.(visitor)].filter((event) => event !== undefined)
      for (const event of events) {
        const { status } = await inbound.send({ ...event, body: change(event.body, random) })
        t.true(status < 500, `${status}`)
      }
    }
    await inbound.processDeliveries()
    const internal = (await inbound.deliveries()).filter(({ reason }) => /internal error/.test(reason ?? ''))
    t.deepEqual(internal, [])
  })
}
