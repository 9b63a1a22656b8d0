/** One contract for both counters; Redis is asked where there is one. */
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import test, { type TestFn } from 'ava'
import pg from 'pg'
import { openRateLimits, type RateLimits } from '../../../shared/kernel/rate-limits.js'
import { minutes, seconds } from '../../../shared/kernel/time.js'
import { testService } from '../../support/service.js'

const service = await testService()
test.after.always(() => service.close())
const { pool } = service.resources.database
const ignore = () => undefined
const redisUrl = process.env.REDIS_URL

const postgres = openRateLimits({ redisUrl: undefined, redisPrefix: 'unused' }, pool, ignore)
const redis = redisUrl ? openRateLimits({ redisUrl, redisPrefix: randomBytes(4).toString('hex') }, pool, ignore) : null
test.after.always(() => redis?.close())

test('postgres: a row of long ago begins anew', async (t) => {
  const rate = { requests: 2, window: minutes(1) }
  await postgres.take('long-ago', 'a', rate)
  await pool.query("update rate_windows set slice = slice - 1000 where key like 'long-ago/%'")
  t.like(await postgres.take('long-ago', 'a', rate), { allowed: true, remaining: 1 })
})

test('postgres: a row that another connection moved to a later slice goes on from there', async (t) => {
  const rate = { requests: 2, window: minutes(1) }
  await postgres.take('ahead', 'a', rate)
  await pool.query("update rate_windows set slice = slice + 1 where key like 'ahead/%'")
  t.like(await postgres.take('ahead', 'a', rate), { allowed: true, remaining: 0 })
})

contract('postgres', test, postgres)
if (redis) contract('redis', test, redis)
else test.skip('redis: needs REDIS_URL', (t) => t.pass())

function contract(name: string, check: TestFn, limits: RateLimits): void {
  check(`${name}: a window lets in as many as its rate, then nobody until the first of them is forgotten`, async (t) => {
    const rate = { requests: 3, window: seconds(0.5) }
    const answers = []
    for (let count = 0; count < 5; count++) answers.push(await limits.take('short', 'a', rate))
    t.deepEqual(answers.map((one) => one?.allowed), [true, true, true, false, false])
    t.deepEqual(answers.map((one) => one?.remaining), [2, 1, 0, 0, 0])
    t.true(answers.every((one) => one && one.limit === 3 && one.resetsIn > 0 && one.resetsIn <= 500))
    await sleep(answers.at(-1)?.resetsIn ?? 0)
    t.like(await limits.take('short', 'a', rate), { allowed: true })
  })

  check(`${name}: a window slides: whoever is let in leaves no window with more than its rate, whoever is refused would`, async (t) => {
    const [rate, slice] = [{ requests: 5, window: 400 }, 20]
    const taken: { allowed: boolean | undefined; before: number; after: number }[] = []
    for (const begun = performance.now(); performance.now() - begun < 1500; await sleep(25)) {
      const before = performance.now()
      const answer = await limits.take('sliding', 'a', rate)
      taken.push({ allowed: answer?.allowed, before, after: performance.now() })
    }
    const letIn = taken.filter(({ allowed }) => allowed)
    t.true(letIn.length >= 15 && letIn.length < taken.length)
    for (const [place, one] of letIn.slice(rate.requests).entries()) t.true(one.after - (letIn[place]?.before ?? 0) >= rate.window - slice - 1)
    for (const { before, after } of taken.filter(({ allowed }) => !allowed)) t.true(letIn.filter((one) => one.after >= before - rate.window && one.before < after).length >= rate.requests)
  })

  check(`${name}: who is refused counts nothing`, async (t) => {
    const rate = { requests: 2, window: seconds(0.4) }
    await limits.take('refused', 'a', rate)
    await limits.take('refused', 'a', rate)
    for (const begun = Date.now(); Date.now() - begun < 300; await sleep(20)) await limits.take('refused', 'a', rate)
    await sleep(130)
    t.like(await limits.take('refused', 'a', rate), { allowed: true, remaining: 1 })
  })

  check(`${name}: many at once are counted exactly`, async (t) => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => limits.take('many', 'a', { requests: 25, window: minutes(1) })))
    t.is(answers.filter((one) => one?.allowed).length, 25)
  })

  check(`${name}: keys and groups are counted apart`, async (t) => {
    const rate = { requests: 1, window: minutes(1) }
    for (const [group, key] of [['one', 'a'], ['one', 'b'], ['two', 'a']] as const) t.true((await limits.take(group, key, rate))?.allowed)
    t.false((await limits.take('one', 'a', rate))?.allowed)
  })

  check(`${name}: a changed rate goes on with what was counted`, async (t) => {
    await limits.take('changed', 'a', { requests: 2, window: minutes(1) })
    await limits.take('changed', 'a', { requests: 2, window: minutes(1) })
    t.like(await limits.take('changed', 'a', { requests: 10, window: minutes(1) }), { allowed: true, limit: 10, remaining: 7 })
    t.like(await limits.take('changed', 'a', { requests: 1, window: minutes(1) }), { allowed: false, limit: 1, remaining: 0 })
  })
}

test('a counter that does not answer lets everybody in after a second, and says so', async (t) => {
  const deaf = createServer(() => undefined)
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  const { port } = deaf.address() as { port: number }
  const errors: Error[] = []
  const stuck = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 3000 })
  const limits = openRateLimits({ redisUrl: undefined, redisPrefix: 'unused' }, stuck, (error) => errors.push(error))
  const started = Date.now()
  t.is(await limits.take('any', 'a', { requests: 1, window: minutes(1) }), null)
  t.true(Date.now() - started < 2000)
  t.regex(errors[0]?.message ?? '', /nobody is limited/)
  deaf.close()
})

test('a Redis that is away lets everybody in', async (t) => {
  const errors: Error[] = []
  const limits = openRateLimits({ redisUrl: 'redis://127.0.0.1:1', redisPrefix: 'unused' }, pool, (error) => errors.push(error))
  t.is(await limits.take('any', 'a', { requests: 1, window: minutes(1) }), null)
  t.true(errors.some(({ message }) => /nobody is limited/.test(message)))
  await limits.close()
})
