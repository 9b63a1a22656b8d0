/** What is limited while the counter of all processes can't be reached. */
import test from 'ava'
import { logInsByAddress, logInsByEmail, passwordTries } from '../../../shared/accounts/limits.js'
import { throttle } from '../../../shared/accounts/throttle.js'
import { openPool } from '../../../shared/kernel/plain-pool.js'
import { openRateLimits } from '../../../shared/kernel/rate-limits.js'
import { processCounter } from '../../../shared/kernel/rate-limits/process.js'
import { minutes, seconds } from '../../../shared/kernel/time.js'

/** Nobody listens there. */
function away() {
  const told: string[] = []
  const pool = openPool({ connectionString: 'postgres://nobody@127.0.0.1:9/nothing' }, () => undefined)
  return { limits: openRateLimits({ redisUrl: undefined, redisPrefix: '' }, pool, ({ message }) => told.push(message)), told }
}

test('tries at a secret stay limited, for each key by itself', async (t) => {
  const { limits, told } = away()
  const rate = { requests: 3, window: minutes(1), guardsSecret: true } as const
  const answers = []
  for (let tried = 0; tried < 5; tried++) answers.push((await limits.take('log-in', 'one', rate))?.allowed)
  t.deepEqual(answers, [true, true, true, false, false])
  const refused = await limits.take('log-in', 'one', rate)
  t.like(refused, { limit: 3, remaining: 0 })
  t.true((refused?.resetsIn ?? 0) > 0 && (refused?.resetsIn ?? 0) <= minutes(1))
  t.like(await limits.take('log-in', 'other', rate), { allowed: true, remaining: 2 })
  t.like(await limits.take('link-password', 'one', rate), { allowed: true })
  t.true(told.every((message) => message.includes('each process counts')))
})

test('whatever else is limited goes on', async (t) => {
  const { limits, told } = away()
  for (let asked = 0; asked < 3; asked++) t.is(await limits.take('api', 'one', { requests: 1, window: minutes(1) }), null)
  t.is(told.length, 3)
})

for (const [name, rate] of Object.entries({ logInsByAddress, logInsByEmail, passwordTries })) {
  test(`nobody goes on guessing beyond ${name}`, async (t) => {
    const { limits: rateLimits } = away()
    for (let tried = 0; tried < rate.requests; tried++) await throttle({ rateLimits }, 'somebody', rate)
    await t.throwsAsync(throttle({ rateLimits }, 'somebody', rate), { message: /too many/i })
  })
}

test('what a process counted is forgotten with its time', (t) => {
  let now = seconds(1000)
  const { take } = processCounter(() => now)
  const rate = { requests: 2, window: seconds(20) }
  const allowed = (after: number) => {
    now += seconds(after)
    return take('one', rate).allowed
  }
  t.deepEqual([allowed(0), allowed(10), allowed(5), allowed(4)], [true, true, false, false])
  t.deepEqual([allowed(1), allowed(1), allowed(9), allowed(0)], [true, false, true, false])
  t.deepEqual([allowed(100), allowed(0), allowed(0)], [true, true, false])
})
