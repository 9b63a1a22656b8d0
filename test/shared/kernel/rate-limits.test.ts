import { randomBytes } from 'node:crypto'
/** One contract for both counters; Redis is asked where there is one. */
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type TestFn } from 'ava'
import fc from 'fast-check'
import pg from 'pg'
import { openRateLimits, type RateLimits } from '../../../shared/kernel/rate-limits.js'
import { slices } from '../../../shared/kernel/rate-limits/slices.js'
import { minutes, seconds } from '../../../shared/kernel/time.js'
import { later, type Place, stillWindow } from '../../support/rates.js'
import { testService } from '../../support/service.js'

const service = await testService()
test.after.always(() => service.close())
const { pool } = service.resources.database
const ignore = () => undefined
const redisUrl = process.env.REDIS_URL

/** Whatever the machine's pace, an answer is waited for. */
const patience = minutes(2)
const atPostgres: Place = { config: { redisUrl: undefined, redisPrefix: 'unused' }, database: service.resources.database }
const postgres = openRateLimits(atPostgres.config, pool, ignore, patience)
const atRedis: Place | null = redisUrl
  ? { config: { redisUrl, redisPrefix: randomBytes(4).toString('hex') }, database: service.resources.database }
  : null
const redis = atRedis && openRateLimits(atRedis.config, pool, ignore, patience)
test.after.always(() => redis?.close())

const window = stillWindow()
const slice = window / slices

test('postgres: a row that another connection moved to a later slice goes on from there', async (t) => {
  const rate = { requests: 2, window }
  await postgres.take('ahead', 'a', rate)
  await later(atPostgres, 'ahead', 'a', rate, -1)
  t.like(await postgres.take('ahead', 'a', rate), { allowed: true, remaining: 0 })
})

contract('postgres', test, postgres, atPostgres)
if (redis && atRedis) contract('redis', test, redis, atRedis)
else test.skip('redis: needs REDIS_URL', (t) => t.pass())

/** What a caller must hear who asks in slice `now` after having been let in in those slices. */
function expected(letIn: number[], now: number, requests: number): { allowed: boolean; remaining: number; slicesLeft: number } {
  const counted = letIn.filter((at) => at > now - slices)
  const allowed = counted.length < requests
  if (allowed) counted.push(now)
  // Whoever is refused waits until so many are forgotten that there is room for one.
  const forgotten = allowed ? counted[0] : counted[counted.length - requests]
  return { allowed, remaining: Math.max(0, requests - counted.length), slicesLeft: (forgotten as number) + slices - now }
}

function contract(name: string, check: TestFn, limits: RateLimits, place: Place): void {
  check(`${name}: a window lets in as many as its rate, then nobody until the first of them is forgotten`, async (t) => {
    const rate = { requests: 3, window }
    const answers = []
    for (let count = 0; count < 5; count++) answers.push(await limits.take('short', 'a', rate))
    t.deepEqual(
      answers.map((one) => one?.allowed),
      [true, true, true, false, false],
    )
    t.deepEqual(
      answers.map((one) => one?.remaining),
      [2, 1, 0, 0, 0],
    )
    t.true(answers.every((one) => one && one.limit === 3 && one.resetsIn > window - slice && one.resetsIn <= window))
    await later(place, 'short', 'a', rate, slices - 1)
    t.like(await limits.take('short', 'a', rate), { allowed: false })
    await later(place, 'short', 'a', rate, 1)
    t.like(await limits.take('short', 'a', rate), { allowed: true, remaining: 2 })
  })

  check(`${name}: a window slides: at any moment exactly those count who were let in within it, whatever the rate is now`, async (t) => {
    const seen = { letIn: 0, refused: 0 }
    const passed = fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom(slices - 1, slices, 1000),
    )
    const steps = fc.array(fc.record({ passed, requests: fc.integer({ min: 3, max: 7 }) }), { minLength: 60, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.uuid(), steps, async (key, asked) => {
        let now = 0
        const letIn: number[] = []
        for (const step of asked) {
          if (step.passed && letIn.length > 0) await later(place, 'sliding', key, { window }, step.passed)
          now += step.passed
          const answer = await limits.take('sliding', key, { requests: step.requests, window })
          const { slicesLeft, ...rest } = expected(letIn, now, step.requests)
          t.like(answer, { ...rest, limit: step.requests })
          t.is(Math.ceil((answer?.resetsIn ?? 0) / slice), slicesLeft)
          if (rest.allowed) letIn.push(now)
          seen[rest.allowed ? 'letIn' : 'refused'] += 1
        }
      }),
      { numRuns: 6 },
    )
    t.true(seen.letIn > 0 && seen.refused > 0, JSON.stringify(seen))
  })

  check(`${name}: whoever waits as long as they are told to is let in`, async (t) => {
    const rate = { requests: 1, window: seconds(0.5) }
    let answer = await limits.take('waiting', 'a', rate)
    t.true(answer?.allowed)
    // On a slow machine the window may pass before the second request comes: only one that is refused says how long to wait.
    while (answer?.allowed) answer = await limits.take('waiting', 'a', rate)
    t.true(answer && answer.resetsIn > 0 && answer.resetsIn <= rate.window)
    await sleep((answer?.resetsIn ?? 0) + 1) // a timer may be early by the rest of a millisecond
    t.like(await limits.take('waiting', 'a', rate), { allowed: true })
  })

  check(`${name}: who is refused counts nothing`, async (t) => {
    const rate = { requests: 2, window }
    await limits.take('refused', 'a', rate)
    await limits.take('refused', 'a', rate)
    for (let passed = 1; passed < slices; passed += 1) {
      await later(place, 'refused', 'a', rate, 1)
      t.like(await limits.take('refused', 'a', rate), { allowed: false, remaining: 0 })
    }
    await later(place, 'refused', 'a', rate, 1)
    t.like(await limits.take('refused', 'a', rate), { allowed: true, remaining: 1 })
  })

  check(`${name}: many at once are counted exactly`, async (t) => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => limits.take('many', 'a', { requests: 25, window })))
    t.is(answers.filter((one) => one?.allowed).length, 25)
  })

  check(`${name}: keys and groups are counted apart`, async (t) => {
    const rate = { requests: 1, window }
    for (const [group, key] of [
      ['one', 'a'],
      ['one', 'b'],
      ['two', 'a'],
    ] as const)
      t.true((await limits.take(group, key, rate))?.allowed)
    t.false((await limits.take('one', 'a', rate))?.allowed)
  })

  check(`${name}: a changed rate goes on with what was counted`, async (t) => {
    await limits.take('changed', 'a', { requests: 2, window })
    await limits.take('changed', 'a', { requests: 2, window })
    t.like(await limits.take('changed', 'a', { requests: 10, window }), { allowed: true, limit: 10, remaining: 7 })
    t.like(await limits.take('changed', 'a', { requests: 1, window }), { allowed: false, limit: 1, remaining: 0 })
  })
}

test('a counter that does not answer lets everybody in after a second, and says so', async (t) => {
  const deaf = createServer(() => undefined)
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  const { port } = deaf.address() as { port: number }
  const errors: Error[] = []
  const stuck = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: minutes(1) })
  const limits = openRateLimits({ redisUrl: undefined, redisPrefix: 'unused' }, stuck, (error) => errors.push(error))
  t.is(await limits.take('any', 'a', { requests: 1, window }), null)
  t.regex(errors[0]?.message ?? '', /nobody is limited/)
  t.regex(String(errors[0]?.cause), /did not answer within 1000 ms/)
  deaf.close()
})

test('a Redis that is away lets everybody in', async (t) => {
  const errors: Error[] = []
  const limits = openRateLimits({ redisUrl: 'redis://127.0.0.1:1', redisPrefix: 'unused' }, pool, (error) => errors.push(error))
  t.is(await limits.take('any', 'a', { requests: 1, window }), null)
  t.true(errors.some(({ message }) => /nobody is limited/.test(message)))
  await limits.close()
})
