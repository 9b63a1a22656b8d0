/** The contract of both counters. The Redis counter is tested when REDIS_URL is set. */
import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import test, { type TestFn } from 'ava'
import fc from 'fast-check'
import pg from 'pg'
import { openRateLimits, type RateLimits } from '../../../../shared/kernel/store/rate-limits.js'
import { slices } from '../../../../shared/kernel/store/rate-limits/sliding-window.js'
import { minutes } from '../../../../shared/kernel/time.js'
import { advanceRateLimit, type RateLimitBackend, frozenWindow } from '../../../support/rate-limits.js'
import { testService } from '../../../support/service.js'

const service = await testService()
test.after.always(() => service.close())
const { pool } = service.resources.database
const ignore = () => undefined
const redisUrl = process.env.REDIS_URL

/** Long enough for a slow machine. */
const timeoutMs = minutes(2)
const postgresBackend: RateLimitBackend = { config: { redisUrl: undefined, redisPrefix: 'unused' }, database: service.resources.database }
const postgres = openRateLimits(postgresBackend.config, pool, ignore, timeoutMs)
const redisBackend: RateLimitBackend | null = redisUrl
  ? { config: { redisUrl, redisPrefix: randomBytes(4).toString('hex') }, database: service.resources.database }
  : null
const redis = redisBackend && openRateLimits(redisBackend.config, pool, ignore, timeoutMs)
test.after.always(() => redis?.close())

const windowMs = frozenWindow()
const sliceMs = windowMs / slices

test('postgres: a row that another connection moved to a later slice continues from there', async (t) => {
  const rate = { requests: 2, windowMs }
  await postgres.consume('ahead', 'a', rate)
  await advanceRateLimit(postgresBackend, 'ahead', 'a', rate, -1)
  t.like(await postgres.consume('ahead', 'a', rate), { allowed: true, remaining: 0 })
})

contract('postgres', test, postgres, postgresBackend)
if (redis && redisBackend) contract('redis', test, redis, redisBackend)
else test.skip('redis: needs REDIS_URL', (t) => t.pass())

/** The expected result in slice `now` after requests were allowed in these slices. */
function expected(allowedIn: number[], now: number, requests: number): { allowed: boolean; remaining: number; slicesLeft: number } {
  const counted = allowedIn.filter((at) => at > now - slices)
  const allowed = counted.length < requests
  if (allowed) counted.push(now)
  // A refused caller waits until enough requests have expired.
  const expiring = allowed ? counted[0] : counted[counted.length - requests]
  return { allowed, remaining: Math.max(0, requests - counted.length), slicesLeft: (expiring as number) + slices - now }
}

function contract(name: string, check: TestFn, limits: RateLimits, backend: RateLimitBackend): void {
  check(`${name}: a window allows as many requests as its rate, then none until the first of them has expired`, async (t) => {
    const rate = { requests: 3, windowMs }
    const answers = []
    for (let count = 0; count < 5; count++) answers.push(await limits.consume('short', 'a', rate))
    t.deepEqual(
      answers.map((one) => one?.allowed),
      [true, true, true, false, false],
    )
    t.deepEqual(
      answers.map((one) => one?.remaining),
      [2, 1, 0, 0, 0],
    )
    t.true(answers.every((one) => one && one.limit === 3 && one.resetsInMs > windowMs - sliceMs && one.resetsInMs <= windowMs))
    await advanceRateLimit(backend, 'short', 'a', rate, slices - 1)
    t.like(await limits.consume('short', 'a', rate), { allowed: false })
    await advanceRateLimit(backend, 'short', 'a', rate, 1)
    t.like(await limits.consume('short', 'a', rate), { allowed: true, remaining: 2 })
  })

  check(`${name}: the window slides: exactly the requests allowed within it count, whatever the current rate is`, async (t) => {
    const seen = { allowedIn: 0, refused: 0 }
    const elapsed = fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom(slices - 1, slices, 1000),
    )
    const steps = fc.array(fc.record({ elapsed, requests: fc.integer({ min: 3, max: 7 }) }), { minLength: 60, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.uuid(), steps, async (key, sequence) => {
        let now = 0
        const allowedIn: number[] = []
        for (const step of sequence) {
          if (step.elapsed && allowedIn.length > 0) await advanceRateLimit(backend, 'sliding', key, { windowMs }, step.elapsed)
          now += step.elapsed
          const answer = await limits.consume('sliding', key, { requests: step.requests, windowMs })
          const { slicesLeft, ...rest } = expected(allowedIn, now, step.requests)
          t.like(answer, { ...rest, limit: step.requests })
          t.is(Math.ceil((answer?.resetsInMs ?? 0) / sliceMs), slicesLeft)
          if (rest.allowed) allowedIn.push(now)
          seen[rest.allowed ? 'allowedIn' : 'refused'] += 1
        }
      }),
      { numRuns: 6 },
    )
    t.true(seen.allowedIn > 0 && seen.refused > 0, JSON.stringify(seen))
  })

  check(`${name}: a caller who waits until the reset is allowed`, async (t) => {
    const rate = { requests: 1, windowMs }
    t.like(await limits.consume('waiting', 'a', rate), { allowed: true })
    const refused = await limits.consume('waiting', 'a', rate)
    t.false(refused?.allowed)
    const slicesLeft = Math.ceil((refused?.resetsInMs ?? 0) / sliceMs)
    await advanceRateLimit(backend, 'waiting', 'a', rate, slicesLeft - 1)
    t.like(await limits.consume('waiting', 'a', rate), { allowed: false })
    await advanceRateLimit(backend, 'waiting', 'a', rate, 1)
    t.like(await limits.consume('waiting', 'a', rate), { allowed: true })
  })

  check(`${name}: a refused request is not counted`, async (t) => {
    const rate = { requests: 2, windowMs }
    await limits.consume('refused', 'a', rate)
    await limits.consume('refused', 'a', rate)
    for (let elapsed = 1; elapsed < slices; elapsed += 1) {
      await advanceRateLimit(backend, 'refused', 'a', rate, 1)
      t.like(await limits.consume('refused', 'a', rate), { allowed: false, remaining: 0 })
    }
    await advanceRateLimit(backend, 'refused', 'a', rate, 1)
    t.like(await limits.consume('refused', 'a', rate), { allowed: true, remaining: 1 })
  })

  check(`${name}: concurrent requests are counted exactly`, async (t) => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => limits.consume('many', 'a', { requests: 25, windowMs })))
    t.is(answers.filter((one) => one?.allowed).length, 25)
  })

  check(`${name}: keys and groups are counted separately`, async (t) => {
    const rate = { requests: 1, windowMs }
    for (const [group, key] of [
      ['one', 'a'],
      ['one', 'b'],
      ['two', 'a'],
    ] as const)
      t.true((await limits.consume(group, key, rate))?.allowed)
    t.false((await limits.consume('one', 'a', rate))?.allowed)
  })

  check(`${name}: a changed rate keeps the previous count`, async (t) => {
    await limits.consume('changed', 'a', { requests: 2, windowMs })
    await limits.consume('changed', 'a', { requests: 2, windowMs })
    t.like(await limits.consume('changed', 'a', { requests: 10, windowMs }), { allowed: true, limit: 10, remaining: 7 })
    t.like(await limits.consume('changed', 'a', { requests: 1, windowMs }), { allowed: false, limit: 1, remaining: 0 })
  })
}

test('a counter that does not answer allows all requests after a second and reports an error', async (t) => {
  const sockets: Socket[] = []
  const silentServer = createServer((socket) => sockets.push(socket))
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve))
  const { port } = silentServer.address() as { port: number }
  const errors: Error[] = []
  const stuck = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: minutes(1) })
  const limits = openRateLimits({ redisUrl: undefined, redisPrefix: 'unused' }, stuck, (error) => errors.push(error))
  t.is(await limits.consume('any', 'a', { requests: 1, windowMs }), null)
  t.regex(errors[0]?.message ?? '', /requests are not limited/)
  t.regex(String(errors[0]?.cause), /did not answer within 1000 ms/)
  silentServer.close()
  for (const socket of sockets) socket.destroy()
})

test('an unavailable Redis allows all requests', async (t) => {
  const errors: Error[] = []
  const limits = openRateLimits({ redisUrl: 'redis://127.0.0.1:1', redisPrefix: 'unused' }, pool, (error) => errors.push(error))
  t.is(await limits.consume('any', 'a', { requests: 1, windowMs }), null)
  t.true(errors.some(({ message }) => /requests are not limited/.test(message)))
  await limits.close()
})
