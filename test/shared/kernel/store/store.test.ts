/** One contract for the short-lived store. PostgreSQL is always asked; Redis in the pass that has one. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { postgresStore } from '../../../../shared/kernel/store/postgres.js'
import { redisStore } from '../../../../shared/kernel/store/redis.js'
import type { ShortLivedStore } from '../../../../shared/kernel/store/store.js'
import { hours, minutes } from '../../../../shared/kernel/time.js'
import { passed } from '../../../support/lifetimes.js'
import type { Place } from '../../../support/rates.js'
import { testService } from '../../../support/service.js'
import { until } from '../../../support/until.js'

const service = await testService()
const { pool } = service.resources.database
const ignore = () => undefined
const { redisUrl } = service.config

/** Two clients of one adapter stand for two processes. */
interface Pair {
  here: ShortLivedStore
  there: ShortLivedStore
  place: Place
}

const prefix = randomBytes(4).toString('hex')
const pairs: Record<string, Pair> = {
  postgres: {
    here: postgresStore(pool, ignore),
    there: postgresStore(pool, ignore),
    place: { config: { redisUrl: undefined, redisPrefix: prefix }, database: service.resources.database },
  },
}
if (redisUrl)
  pairs.redis = {
    here: await redisStore(redisUrl, prefix, ignore),
    there: await redisStore(redisUrl, prefix, ignore),
    place: { config: { redisUrl, redisPrefix: prefix }, database: service.resources.database },
  }
else test.skip('redis: the same contract, in the pass with Redis', (t) => t.pass())

test.after.always(async () => {
  for (const { here, there } of Object.values(pairs)) await Promise.all([here.close(), there.close()])
  await service.close()
})

for (const [name, pair] of Object.entries(pairs)) contract(name, pair)

function contract(name: string, { here, there, place }: Pair): void {
  const key = (word: string) => `${word}-${randomBytes(4).toString('hex')}`

  test(`${name}: an absent key has no value`, async (t) => {
    t.is(await here.get(key('absent')), null)
  })

  test(`${name}: what one process sets, another reads, letter by letter`, async (t) => {
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
    await passed(place, one, hours(2))
    t.is(await here.get(one), 'new')
    await passed(place, one, hours(1))
    t.is(await here.get(one), null)
  })

  test(`${name}: a value is gone when its lifetime is over`, async (t) => {
    const one = key('brief')
    await here.set(one, 'x', hours(2))
    await passed(place, one, hours(1))
    t.is(await here.get(one), 'x')
    t.deepEqual(await here.getMany([one]), ['x'])
    await passed(place, one, hours(1))
    t.is(await here.get(one), null)
    t.deepEqual(await here.getMany([one]), [null])
  })

  test(`${name}: lifetimes are milliseconds, also of many values`, async (t) => {
    const [one, other] = [key('brief'), key('brief')]
    const begun = performance.now()
    await here.set(one, 'x', 150)
    await here.setMany([[other, 'x']], 150)
    await until(async () => (await here.getMany([one, other])).every((value) => value === null))
    t.true(performance.now() - begun > 140) // two clocks never agree wholly
  })

  test(`${name}: many are read in the order that was asked for`, async (t) => {
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

  test(`${name}: of two values for one key in one call the last stays`, async (t) => {
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

  test(`${name}: writers of the same keys in different orders don't block each other`, async (t) => {
    const keys = Array.from({ length: 30 }, () => key('cross'))
    const entries = keys.map((one): [string, string] => [one, 'x'])
    await t.notThrowsAsync(
      Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 ? here : there).setMany(at % 3 ? entries : entries.toReversed(), minutes(1))),
      ),
    )
  })

  test(`${name}: set-if-absent sets once and answers the value that stays`, async (t) => {
    const one = key('claim')
    t.is(await here.setIfAbsent(one, 'mine', minutes(1)), null)
    t.is(await there.setIfAbsent(one, 'yours', minutes(1)), 'mine')
    t.is(await here.get(one), 'mine')
  })

  test(`${name}: of many who claim at once, one wins`, async (t) => {
    const one = key('race')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? here : there).setIfAbsent(one, String(at), minutes(1))),
    )
    const winners = answers.flatMap((answer, at) => (answer === null ? [String(at)] : []))
    t.is(winners.length, 1)
    t.true(answers.every((answer) => answer === null || answer === winners[0]))
  })

  test(`${name}: an expired claim can be claimed again`, async (t) => {
    const one = key('reclaim')
    await here.setIfAbsent(one, 'old', hours(1))
    await passed(place, one, hours(1))
    t.is(await here.setIfAbsent(one, 'new', minutes(1)), null)
    t.is(await here.get(one), 'new')
  })

  test(`${name}: a deleted key is absent, and deleting what is absent is no error`, async (t) => {
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

  test(`${name}: a counter counts exactly, whoever counts`, async (t) => {
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
    await passed(place, one, hours(1))
    t.is(await here.increment(one, 1, hours(2)), 2)
    await passed(place, one, hours(1))
    t.is(await here.increment(one, 1, hours(2)), 1)
  })

  test(`${name}: a message reaches every listener of its channel and nobody else`, async (t) => {
    const [channel, other] = [key('channel'), key('other')]
    const heard: string[] = []
    await here.subscribe(channel, (message) => heard.push(`here ${message}`))
    await there.subscribe(channel, (message) => heard.push(`there ${message}`))
    await there.subscribe(other, (message) => heard.push(`other ${message}`))
    await here.publish(channel, 'naïve ☕')
    await until(() => heard.length >= 3)
    t.deepEqual(heard.toSorted(), ['here naïve ☕', 'here naïve ☕', 'there naïve ☕'])
  })

  test(`${name}: who publishes has heard it before the others are told`, async (t) => {
    const channel = key('own')
    const heard: string[] = []
    await here.subscribe(channel, (message) => heard.push(message))
    const told = here.publish(channel, 'news')
    t.deepEqual(heard, ['news'])
    await told
  })

  test(`${name}: messages arrive in the order in which they were sent`, async (t) => {
    const channel = key('order')
    const heard: number[] = []
    await there.subscribe(channel, (message) => heard.push(Number(message)))
    for (let count = 0; count < 50; count++) await here.publish(channel, String(count))
    await until(() => heard.length === 50)
    t.deepEqual(
      heard,
      Array.from({ length: 50 }, (_, at) => at),
    )
  })

  test(`${name}: who has stopped listening hears nothing, the others still do`, async (t) => {
    const channel = key('stop')
    const heard: string[] = []
    const stop = await there.subscribe(channel, () => heard.push('stopped'))
    await there.subscribe(channel, (message) => heard.push(`stays ${message}`))
    await stop()
    // Messages come in order: with the second, the first has reached whoever it reaches.
    for (const message of ['first', 'second']) await here.publish(channel, message)
    await until(() => heard.includes('stays second'))
    t.deepEqual(heard, ['stays first', 'stays second'])
  })

  test(`${name}: who stopped may listen again`, async (t) => {
    const channel = key('resume')
    const heard: string[] = []
    await (
      await there.subscribe(channel, ignore)
    )()
    await there.subscribe(channel, (message) => heard.push(message))
    await here.publish(channel, 'back')
    await until(() => heard.length === 1)
    t.deepEqual(heard, ['back'])
  })
}

// First and alone: it ends every listening connection of the database.
test.serial('postgres: a lost listening connection comes back and says that messages may be missing', async (t) => {
  const store = postgresStore(pool, ignore)
  t.teardown(() => store.close())
  let gaps = 0
  const heard: string[] = []
  await store.subscribe(
    'lost',
    (message) => heard.push(message),
    () => gaps++,
  )
  await service.resources.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`,
  )
  await until(() => gaps > 0)
  // By another process: what it says itself, a process hears without any connection.
  await pairs.postgres!.here.publish('lost', 'after')
  await until(() => heard.length > 0)
  t.deepEqual(heard, ['after'])
})
