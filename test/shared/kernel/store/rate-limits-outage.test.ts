/** Rate limits while the shared counter is unavailable. */
import test from 'ava'
import { logInsPerAddress, logInsPerEmail, passwordAttempts } from '../../../../shared/accounts/limits.js'
import { throttle } from '../../../../shared/accounts/throttle.js'
import { openPool } from '../../../../shared/kernel/db/pool.js'
import { openRateLimits } from '../../../../shared/kernel/store/rate-limits.js'
import { processCounter } from '../../../../shared/kernel/store/rate-limits/process-counter.js'
import { minutes, seconds } from '../../../../shared/kernel/time.js'

/** Rate limits over a closed port. */
function unavailableRateLimits() {
  const errors: string[] = []
  const pool = openPool({ connectionString: 'postgres://nobody@127.0.0.1:9/nothing' }, () => undefined)
  return { limits: openRateLimits({ redisUrl: undefined, redisPrefix: '' }, pool, ({ message }) => errors.push(message)), errors }
}

test('limits that guard a secret still apply, separately for each key', async (t) => {
  const { limits, errors } = unavailableRateLimits()
  const rate = { requests: 3, windowMs: minutes(1), guardsSecret: true } as const
  const answers = []
  for (let tried = 0; tried < 5; tried++) answers.push((await limits.consume('log-in', 'one', rate))?.allowed)
  t.deepEqual(answers, [true, true, true, false, false])
  const refused = await limits.consume('log-in', 'one', rate)
  t.like(refused, { limit: 3, remaining: 0 })
  t.true((refused?.resetsInMs ?? 0) > 0 && (refused?.resetsInMs ?? 0) <= minutes(1))
  t.like(await limits.consume('log-in', 'other', rate), { allowed: true, remaining: 2 })
  t.like(await limits.consume('link-password', 'one', rate), { allowed: true })
  t.true(errors.every((message) => message.includes('each process counts on its own')))
})

test('all other requests are allowed', async (t) => {
  const { limits, errors } = unavailableRateLimits()
  for (let sent = 0; sent < 3; sent++) t.is(await limits.consume('api', 'one', { requests: 1, windowMs: minutes(1) }), null)
  t.is(errors.length, 3)
})

for (const [name, rate] of Object.entries({ logInsPerAddress, logInsPerEmail, passwordAttempts })) {
  test(`${name} still applies`, async (t) => {
    const { limits: rateLimits } = unavailableRateLimits()
    for (let tried = 0; tried < rate.requests; tried++) await throttle({ rateLimits }, 'caller', rate)
    await t.throwsAsync(throttle({ rateLimits }, 'caller', rate), { message: /too many/i })
  })
}

test('counts of a process expire with the window', (t) => {
  let now = seconds(1000)
  const { consume } = processCounter(() => now)
  const rate = { requests: 2, windowMs: seconds(20) }
  const allowed = (after: number) => {
    now += seconds(after)
    return consume('one', rate).allowed === 1
  }
  t.deepEqual([allowed(0), allowed(10), allowed(5), allowed(4)], [true, true, false, false])
  t.deepEqual([allowed(1), allowed(1), allowed(9), allowed(0)], [true, false, true, false])
  t.deepEqual([allowed(100), allowed(0), allowed(0)], [true, true, false])
})
