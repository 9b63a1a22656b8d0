import test from 'ava'
import { dollarCents, toDollars } from '../../../../shared/tracking/currencies/to-dollars.js'
import { runNamed } from '../../../support/jobs.js'
import { loopback } from '../../../support/loopback.js'
import { testService } from '../../../support/service.js'

const amounts: [amount: number, currency: string, perDollar: number, cents: number][] = [
  [1000, 'eur', 0.8, 1250],
  [1500, 'jpy', 150, 1000],
  [1000, 'kwd', 0.3, 333],
  [0, 'eur', 0.8, 0],
]
for (const [amount, currency, perDollar, cents] of amounts) {
  test(`${amount} of ${currency} at ${perDollar} are ${cents} cents`, (t) => {
    t.is(dollarCents(amount, currency, perDollar), cents)
  })
}

const service = async (t: Parameters<typeof loopback>[0], published: unknown) => {
  const source = await loopback(t, (_, response) => response.end(JSON.stringify(published)))
  const some = await testService({ EXCHANGE_RATES_URL: `${source.origin}/latest`, ALLOW_PRIVATE_TARGETS: 'true' })
  t.teardown(() => some.close())
  return some
}
const euros = { amount: 1000, currency: 'eur' }

test('rates are fetched, and sales converted by them', async (t) => {
  const { resources } = await service(t, { base: 'USD', date: '2026-11-20', rates: { EUR: 0.5, GBP: 0.25 } })
  await runNamed(resources, 'tracking.refresh-exchange-rates')
  const em = resources.database.orm.em.fork()
  t.deepEqual(await toDollars({ em }, euros), { amount: 2000, currency: 'usd', rateDay: '2026-11-20' })
})

test('rates by another base are brought to the dollar', async (t) => {
  const { resources } = await service(t, { base: 'EUR', date: '2026-11-20', rates: { USD: 2, JPY: 300 } })
  await runNamed(resources, 'tracking.refresh-exchange-rates')
  const em = resources.database.orm.em.fork()
  t.is((await toDollars({ em }, euros)).amount, 2000)
  t.is((await toDollars({ em }, { amount: 150, currency: 'jpy' })).amount, 100)
})

test('older rates do not replace newer ones, and what the source does not know is taken from the built-in ones', async (t) => {
  const published = { base: 'USD', date: '2026-11-20', rates: { EUR: 0.5 } }
  const { resources } = await service(t, published)
  await runNamed(resources, 'tracking.refresh-exchange-rates')
  Object.assign(published, { date: '2026-11-01', rates: { EUR: 0.1 } })
  await runNamed(resources, 'tracking.refresh-exchange-rates')
  const em = resources.database.orm.em.fork()
  t.is((await toDollars({ em }, euros)).amount, 2000)
  t.is((await toDollars({ em }, { amount: 100, currency: 'gbp' })).rateDay, '2025-10-01')
})

test('an answer that is none is refused, and the job fails so that it is tried again', async (t) => {
  const { resources } = await service(t, { error: 'no key' })
  await t.throwsAsync(runNamed(resources, 'tracking.refresh-exchange-rates'))
})
