/** What the doors count, and what they say about it. */
import test from 'ava'
import { publishable } from '../../../api/access/publishable.js'
import { workspace } from '../../../api/access/workspace.js'
import type { Knock } from '../../../api/endpoint.js'
import { openRateLimits } from '../../../shared/kernel/rate-limits.js'
import { days } from '../../../shared/kernel/time.js'
import { bearer, knock } from '../../support/knock.js'
import { testService } from '../../support/service.js'

const service = await testService()
test.after.always(() => service.close())
const { make, resources } = service
const door = workspace('links.read')

async function ask(
  given: Parameters<typeof knock>[1],
): Promise<{ error: (Error & { code?: string }) | null; answered: Record<string, string> }> {
  const request: Knock & { answered: Record<string, string> } = knock(resources, given)
  const error = await door.open(request).then(
    () => null,
    (refusal: Error) => refusal,
  )
  return { error, answered: request.answered }
}

const limits: [plan: 'free' | 'pro' | 'business max' | 'advanced' | 'enterprise', rate: 'api' | 'analytics', limit: string][] = [
  ['free', 'api', '60'],
  ['pro', 'api', '600'],
  ['business max', 'api', '1200'],
  ['advanced', 'api', '3000'],
  ['enterprise', 'api', '3000'],
  ['free', 'analytics', '60'],
  ['pro', 'analytics', '2'],
  ['business max', 'analytics', '4'],
  ['advanced', 'analytics', '8'],
  ['enterprise', 'analytics', '16'],
]
for (const [plan, rate, limit] of limits) {
  test(`a key on plan ${plan} is told a limit of ${limit} for ${rate}`, async (t) => {
    const { headers } = await make.caller({ plan })
    const { answered } = await ask({ headers, rate })
    t.is(answered['X-RateLimit-Limit'], limit)
    t.is(answered['X-RateLimit-Remaining'], String(Number(limit) - 1))
  })
}

test('the headers tell when more is left: in whole seconds and as an instant in milliseconds', async (t) => {
  const { headers } = await make.caller()
  const before = Date.now()
  const { answered } = await ask({ headers, rate: 'api' })
  const after = Date.now()
  t.regex(answered['Retry-After'] as string, /^(60|5[6-9])$/)
  t.regex(answered['X-RateLimit-Reset'] as string, /^\d{13}$/)
  const reset = Number(answered['X-RateLimit-Reset'])
  t.true(reset > before + 56_000 && reset <= after + 60_000, String(reset - before))
})

test('a trial has a row of its own', async (t) => {
  const { headers } = await make.caller({ plan: 'enterprise', trialEndsAt: new Date(Date.now() + days(1)) })
  t.is((await ask({ headers, rate: 'api' })).answered['X-RateLimit-Limit'], '120')
  t.is((await ask({ headers, rate: 'analytics' })).answered['X-RateLimit-Limit'], '2')
})

test('a personal key counts as free, whatever workspace it names', async (t) => {
  const { user, workspace: space } = await make.caller({ plan: 'enterprise' })
  const { key } = await make.token(user, null)
  for (const rate of ['api', 'analytics'] as const) {
    const { error, answered } = await ask({ headers: bearer(key), query: `workspaceId=${space.id}`, rate })
    t.is(error, null)
    t.is(answered['X-RateLimit-Limit'], '60')
  }
})

test('the request beyond the limit is refused and says how long to wait', async (t) => {
  const { headers } = await make.caller({ plan: 'free' })
  const answers = await Promise.all(Array.from({ length: 70 }, () => ask({ headers, rate: 'api' })))
  t.is(answers.filter(({ error }) => error === null).length, 60)
  const { error, answered } = await ask({ headers, rate: 'api' })
  t.like(error, { code: 'rate_limit_exceeded', message: 'Too many requests.' })
  t.like(answered, { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0' })
  t.true(Number(answered['Retry-After']) >= 1)
})

test('what is known of a key from its last request lets nobody in and keeps nobody out', async (t) => {
  const { headers, workspace: space } = await make.caller({ plan: 'free' })
  for (const left of ['59', '58']) t.is((await ask({ headers, rate: 'api' })).answered['X-RateLimit-Remaining'], left)
  await resources.database.pool.query(`update workspaces set plan = 'pro' where id = $1`, [space.id])
  t.is((await ask({ headers, rate: 'api' })).answered['X-RateLimit-Limit'], '600')
  await Promise.all(Array.from({ length: 100 }, () => ask({ headers, rate: 'api' })))
  await resources.database.pool.query(`update workspaces set plan = 'free' where id = $1`, [space.id])
  t.like(await ask({ headers, rate: 'api' }), { error: { code: 'rate_limit_exceeded' }, answered: { 'X-RateLimit-Limit': '60' } })
  await resources.database.pool.query('delete from tokens where workspace_id = $1', [space.id])
  t.like(await ask({ headers, rate: 'api' }), { error: { code: 'unauthorized' }, answered: {} })
})

test('one key does not use up the rate of another, and analytics not that of the rest', async (t) => {
  const { headers, user, workspace: space } = await make.caller({ plan: 'pro' })
  await Promise.all([1, 2, 3, 4].map(() => ask({ headers, rate: 'analytics' })))
  t.is((await ask({ headers, rate: 'api' })).answered['X-RateLimit-Remaining'], '599')
  const second = await make.token(user, space)
  t.is((await ask({ headers: bearer(second.key), rate: 'analytics' })).error, null)
})

test('what is refused after the count carries the headers, what is refused before does not', async (t) => {
  const [{ headers }, expired] = await Promise.all([make.caller({ scopes: ['tags.read'] }), make.caller({ expires: new Date(0) })])
  const forbidden = await ask({ headers, rate: 'api' })
  t.is(forbidden.error?.code, 'forbidden')
  t.is(forbidden.answered['X-RateLimit-Remaining'], '2999')
  for (const early of [
    await ask({ headers: expired.headers, rate: 'api' }),
    await ask({ headers: bearer('svc_nobody'), rate: 'api' }),
    await ask({ rate: 'api' }),
  ]) {
    t.is(early.error?.code, 'unauthorized')
    t.deepEqual(early.answered, {})
  }
})

test('where the counter is away nobody is kept out, and no headers are made up', async (t) => {
  const { headers } = await make.caller({ plan: 'free' })
  const away = openRateLimits({ redisUrl: 'redis://127.0.0.1:1', redisPrefix: 'unused' }, resources.database.pool, () => undefined)
  const request = knock({ ...resources, rateLimits: away }, { headers, rate: 'api' })
  t.truthy((await door.open(request)).workspace)
  t.deepEqual(request.answered, {})
  await away.close()
})

test('a publishable key has 600 a minute, however often it is wrong', async (t) => {
  const key = 'svc_pk_nobody-has-this-one'
  for (const left of ['599', '598']) {
    const request = knock(resources, { headers: bearer(key), rate: 'publishable' })
    t.like(await t.throwsAsync(publishable.open(request)), { code: 'unauthorized' })
    t.like(request.answered, { 'X-RateLimit-Limit': '600', 'X-RateLimit-Remaining': left })
    t.deepEqual(Object.keys(request.answered).sort(), ['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])
  }
})
