import test from 'ava'
import { toDollarCents, toDollars } from '../../../../shared/tracking/currencies/to-dollars.js'
import { runJobByName } from '../../../support/jobs.js'
import { loopbackServer } from '../../../support/loopback-server.js'
import { testService } from '../../../support/service.js'

const amounts: [amount: number, currency: string, perDollar: number, cents: number][] = [
  [1000, 'eur', 0.8, 1250],
  [1500, 'jpy', 150, 1000],
  [1000, 'kwd', 0.3, 333],
  [0, 'eur', 0.8, 0],
]
for (const [amount, currency, perDollar, cents] of amounts) {
  test(`converts ${amount} ${currency} at ${perDollar} to ${cents} cents`, (t) => {
    t.is(toDollarCents(amount, currency, perDollar), cents)
  })
}

const service = async (t: Parameters<typeof loopbackServer>[0], published: unknown) => {
  const source = await loopbackServer(t, (_, response) => response.end(JSON.stringify(published)))
  const testServiceInstance = await testService({ EXCHANGE_RATES_URL: `${source.origin}/latest`, ALLOW_PRIVATE_TARGETS: 'true' })
  t.teardown(() => testServiceInstance.close())
  return testServiceInstance
}
const euros = { amount: 1000, currency: 'eur' }

test('fetches rates and converts by them', async (t) => {
  const { resources } = await service(t, { base: 'USD', date: '2026-11-20', rates: { EUR: 0.5, GBP: 0.25 } })
  await runJobByName(resources, 'tracking.refresh-exchange-rates')
  const em = resources.database.orm.em.fork()
  t.deepEqual(await toDollars({ em }, euros), { amount: 2000, currency: 'usd', rateDay: '2026-11-20' })
})

test('converts rates with another base to the dollar', async (t) => {
  const { resources } = await service(t, { base: 'EUR', date: '2026-11-20', rates: { USD: 2, JPY: 300 } })
  await runJobByName(resources, 'tracking.refresh-exchange-rates')
  const em = resources.database.orm.em.fork()
  t.is((await toDollars({ em }, euros)).amount, 2000)
  t.is((await toDollars({ em }, { amount: 150, currency: 'jpy' })).amount, 100)
})

test('older rates do not replace newer ones, and missing rates are taken from the built-in ones', async (t) => {
  const published = { base: 'USD', date: '2026-11-20', rates: { EUR: 0.5 } }
  const { resources } = await service(t, published)
  await runJobByName(resources, 'tracking.refresh-exchange-rates')
  Object.assign(published, { date: '2026-11-01', rates: { EUR: 0.1 } })
  await runJobByName(resources, 'tracking.refresh-exchange-rates')
  const em = resources.database.orm.em.fork()
  t.is((await toDollars({ em }, euros)).amount, 2000)
  t.is((await toDollars({ em }, { amount: 100, currency: 'gbp' })).rateDay, '2025-10-01')
})

test('an invalid response fails the job, so that it is retried', async (t) => {
  const { resources } = await service(t, { error: 'no key' })
  await t.throwsAsync(runJobByName(resources, 'tracking.refresh-exchange-rates'))
})
