/** The contract of the short-lived store. The Redis adapter is tested when REDIS_URL is set. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { postgresStore } from '../../../../shared/kernel/store/postgres-store.js'
import { redisStore } from '../../../../shared/kernel/store/redis-store.js'
import type { ShortLivedStore } from '../../../../shared/kernel/store/short-lived-store.js'
import { hours, minutes, seconds } from '../../../../shared/kernel/time.js'
import { ageStoredValue } from '../../../support/age-stored-value.js'
import type { RateLimitBackend } from '../../../support/rate-limits.js'
import { testService } from '../../../support/service.js'
import { tcpProxy } from '../../../support/tcp-proxy.js'
import { waitUntil } from '../../../support/wait-until.js'

const service = await testService()
const { pool } = service.resources.database
const ignore = () => undefined
const { redisUrl } = service.config

/** Two clients of one adapter, which simulate two processes. */
interface Pair {
  here: ShortLivedStore
  there: ShortLivedStore
  backend: RateLimitBackend
}

const prefix = randomBytes(4).toString('hex')
const pairs: Record<string, Pair> = {
  postgres: {
    here: postgresStore(pool, ignore),
    there: postgresStore(pool, ignore),
    backend: { config: { redisUrl: undefined, redisPrefix: prefix }, database: service.resources.database },
  },
}
if (redisUrl)
  pairs.redis = {
    here: await redisStore(redisUrl, prefix, ignore),
    there: await redisStore(redisUrl, prefix, ignore),
    backend: { config: { redisUrl, redisPrefix: prefix }, database: service.resources.database },
  }
else test.skip('redis: needs REDIS_URL', (t) => t.pass())

test.after.always(async () => {
  for (const { here, there } of Object.values(pairs)) await Promise.all([here.close(), there.close()])
  await service.close()
})

for (const [name, pair] of Object.entries(pairs)) contract(name, pair)

test('postgres: a malformed notification, which any user of the database may send, is reported, and later ones arrive', async (t) => {
  const errors: Error[] = []
  const store = postgresStore(pool, (error) => errors.push(error))
  t.teardown(() => store.close())
  const received: string[] = []
  await store.subscribe('malformed', (message) => received.push(message))
  await pool.query(`notify tributary_store, 'no JSON'`)
  await pool.query(`notify tributary_store, '["malformed", "valid"]'`)
  await waitUntil(() => received.length > 0)
  t.deepEqual(received, ['valid'])
  t.deepEqual(
    errors.map(({ name }) => name),
    ['SyntaxError'],
  )
})

function contract(name: string, { here, there, backend }: Pair): void {
  const key = (word: string) => `${word}-${randomBytes(4).toString('hex')}`

  test(`${name}: an absent key has no value`, async (t) => {
    t.is(await here.get(key('absent')), null)
  })

  test(`${name}: a value set by one process is read by another unchanged`, async (t) => {
    for (const value of ['', 'plain', 'naïve ☕ 🚀', '{"a":[1]}', 'x'.repeat(100_000), "'; drop table short_lived; --", '$1 ? %s']) {
      const one = key('value')
      await here.set(one, value, minutes(1))
      t.is(await there.get(one), value)
    }
  })

  test(`${name}: setting again replaces the value and its lifetime`, async (t) => {
    const one = key('again')
    await here.set(one, 'old', hours(1))
    await here.set(one, 'new', hours(3))
    await ageStoredValue(backend, one, hours(2))
    t.is(await here.get(one), 'new')
    await ageStoredValue(backend, one, hours(1))
    t.is(await here.get(one), null)
  })

  test(`${name}: a value is absent after its lifetime`, async (t) => {
    const one = key('brief')
    await here.set(one, 'x', hours(2))
    await ageStoredValue(backend, one, hours(1))
    t.is(await here.get(one), 'x')
    t.deepEqual(await here.getMany([one]), ['x'])
    await ageStoredValue(backend, one, hours(1))
    t.is(await here.get(one), null)
    t.deepEqual(await here.getMany([one]), [null])
  })

  test(`${name}: lifetimes are milliseconds, also in setMany`, async (t) => {
    const [one, other] = [key('brief'), key('brief')]
    const startedAt = performance.now()
    await here.set(one, 'x', 150)
    await here.setMany([[other, 'x']], 150)
    await waitUntil(async () => (await here.getMany([one, other])).every((value) => value === null))
    t.true(performance.now() - startedAt > 140) // two clocks differ slightly
  })

  test(`${name}: getMany returns values in the order of the keys`, async (t) => {
    const [a, b, c] = [key('a'), key('b'), key('c')]
    await here.setMany(
      [
        [a, '1'],
        [c, '3'],
      ],
      minutes(1),
    )
    t.deepEqual(await there.getMany([c, b, a, c]), ['3', null, '1', '3'])
    t.deepEqual(await there.getMany([]), [])
  })

  test(`${name}: setMany keeps the last of two values for one key`, async (t) => {
    const one = key('twice')
    await here.setMany(
      [
        [one, 'first'],
        [one, 'last'],
      ],
      minutes(1),
    )
    t.is(await here.get(one), 'last')
    await t.notThrowsAsync(here.setMany([], minutes(1)))
  })

  test(`${name}: concurrent writers of the same keys do not deadlock`, async (t) => {
    const keys = Array.from({ length: 30 }, () => key('cross'))
    const entries = keys.map((one): [string, string] => [one, 'x'])
    await t.notThrowsAsync(
      Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 ? here : there).setMany(at % 3 ? entries : entries.toReversed(), minutes(1))),
      ),
    )
  })

  test(`${name}: setIfAbsent sets once and returns the existing value`, async (t) => {
    const one = key('claim')
    t.is(await here.setIfAbsent(one, 'mine', minutes(1)), null)
    t.is(await there.setIfAbsent(one, 'yours', minutes(1)), 'mine')
    t.is(await here.get(one), 'mine')
  })

  test(`${name}: one of many concurrent setIfAbsent calls wins`, async (t) => {
    const one = key('race')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? here : there).setIfAbsent(one, String(at), minutes(1))),
    )
    const winners = answers.flatMap((answer, at) => (answer === null ? [String(at)] : []))
    t.is(winners.length, 1)
    t.true(answers.every((answer) => answer === null || answer === winners[0]))
  })

  test(`${name}: setIfAbsent replaces an expired value`, async (t) => {
    const one = key('reclaim')
    await here.setIfAbsent(one, 'old', hours(1))
    await ageStoredValue(backend, one, hours(1))
    t.is(await here.setIfAbsent(one, 'new', minutes(1)), null)
    t.is(await here.get(one), 'new')
  })

  test(`${name}: a deleted key is absent, and deleting an absent key is no error`, async (t) => {
    const [a, b] = [key('a'), key('b')]
    await here.setMany(
      [
        [a, '1'],
        [b, '2'],
      ],
      minutes(1),
    )
    await there.delete(a, b, key('never'))
    t.deepEqual(await here.getMany([a, b]), [null, null])
    await t.notThrowsAsync(here.delete())
  })

  test(`${name}: concurrent increments are counted exactly`, async (t) => {
    const one = key('count')
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 ? here : there).increment(one, 2, minutes(1))))
    t.deepEqual(
      answers.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, at) => 2 * (at + 1)),
    )
    t.is(await here.increment(one, -10, minutes(1)), 90)
  })

  test(`${name}: a counter's lifetime starts with its first increment and is not extended`, async (t) => {
    const one = key('window')
    await here.increment(one, 1, hours(2))
    await ageStoredValue(backend, one, hours(1))
    t.is(await here.increment(one, 1, hours(2)), 2)
    await ageStoredValue(backend, one, hours(1))
    t.is(await here.increment(one, 1, hours(2)), 1)
  })

  test(`${name}: a message reaches all subscribers of its channel and no others`, async (t) => {
    const [channel, other] = [key('channel'), key('other')]
    const received: string[] = []
    await here.subscribe(channel, (message) => received.push(`here ${message}`))
    await there.subscribe(channel, (message) => received.push(`there ${message}`))
    await there.subscribe(other, (message) => received.push(`other ${message}`))
    await here.publish(channel, 'naïve ☕')
    await waitUntil(() => received.length >= 3)
    t.deepEqual(received.toSorted(), ['here naïve ☕', 'here naïve ☕', 'there naïve ☕'])
  })

  test(`${name}: a publisher receives its own message before the others`, async (t) => {
    const channel = key('own')
    const received: string[] = []
    await here.subscribe(channel, (message) => received.push(message))
    const published = here.publish(channel, 'message')
    t.deepEqual(received, ['message'])
    await published
  })

  test(`${name}: messages arrive in the order of publication`, async (t) => {
    const channel = key('order')
    const received: number[] = []
    await there.subscribe(channel, (message) => received.push(Number(message)))
    for (let count = 0; count < 50; count++) await here.publish(channel, String(count))
    await waitUntil(() => received.length === 50)
    t.deepEqual(
      received,
      Array.from({ length: 50 }, (_, at) => at),
    )
  })

  test(`${name}: an unsubscribed listener receives nothing, the others still do`, async (t) => {
    const channel = key('stop')
    const received: string[] = []
    const stop = await there.subscribe(channel, () => received.push('stopped'))
    await there.subscribe(channel, (message) => received.push(`stays ${message}`))
    await stop()
    // Messages arrive in order, so after the second the first has been delivered.
    for (const message of ['first', 'second']) await here.publish(channel, message)
    await waitUntil(() => received.includes('stays second'))
    t.deepEqual(received, ['stays first', 'stays second'])
  })

  test(`${name}: a listener can subscribe again`, async (t) => {
    const channel = key('resume')
    const received: string[] = []
    await (
      await there.subscribe(channel, ignore)
    )()
    await there.subscribe(channel, (message) => received.push(message))
    await here.publish(channel, 'back')
    await waitUntil(() => received.length === 1)
    t.deepEqual(received, ['back'])
  })
}

// Serial, because it terminates all listening connections of the database.
test.serial('postgres: a lost listening connection reconnects and reports a gap', async (t) => {
  const store = postgresStore(pool, ignore)
  t.teardown(() => store.close())
  let gaps = 0
  const received: string[] = []
  await store.subscribe(
    'lost',
    (message) => received.push(message),
    () => gaps++,
  )
  await service.resources.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`,
  )
  await waitUntil(() => gaps > 0)
  // Published by another client, because a client receives its own messages without a connection.
  await pairs.postgres!.here.publish('lost', 'after')
  await waitUntil(() => received.length > 0)
  t.deepEqual(received, ['after'])
})

if (redisUrl)
  test('redis: a subscription continues and reports a gap after a network partition that dropped its connection', async (t) => {
    const { hostname: host, port } = new URL(redisUrl)
    const proxy = await tcpProxy({ host, port: Number(port || 6379) })
    const store = await redisStore(`redis://127.0.0.1:${proxy.port}`, prefix, ignore)
    t.teardown(async () => {
      await store.close()
      await proxy.close()
    })
    const received: string[] = []
    let gaps = 0
    await store.subscribe(
      'partition',
      (message) => received.push(message),
      () => gaps++,
    )
    proxy.hang()
    await pairs.redis!.here.publish('partition', 'missed')
    proxy.recover()
    await waitUntil(() => gaps > 0, seconds(60))
    // Messages after the gap is reported are not missed.
    await pairs.redis!.here.publish('partition', 'after')
    await waitUntil(() => received.length > 0)
    t.deepEqual(received, ['after'])
  })
