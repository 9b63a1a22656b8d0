/** The checks of publishable-key authentication, in order. */
import test from 'ava'
import { publishable } from '../../../api/access/publishable.js'
import { newPublishableKey, type Plan } from '../../../shared/accounts/index.js'
import { bearer, authRequest } from '../../support/auth-request.js'
import { testService } from '../../support/service.js'

const service = await testService()
test.after.always(() => service.close())
const { make, resources } = service
const authenticate = (overrides: Parameters<typeof authRequest>[1]) =>
  publishable.authenticate(authRequest(resources, { rate: 'publishable', ...overrides }))

test('without Authorization header the request is unauthorized', async (t) => {
  t.like(await t.throwsAsync(authenticate({})), { code: 'unauthorized', message: 'Missing Authorization header.' })
})

for (const authorization of [
  'svc_pk_0123456789abcdefgh',
  'Basic svc_pk_0123456789abcdefgh',
  'Bearer',
  'Bearer svc_0123456789abcdefghijABCD',
  'Bearer pk_0123456789abcdef',
  'Bearer SVC_PK_0123456789abcdefgh',
]) {
  test(`"${authorization}" is not a publishable key, and the response has rate limit headers`, async (t) => {
    const request = authRequest(resources, { headers: { authorization }, rate: 'publishable' })
    t.like(await t.throwsAsync(publishable.authenticate(request)), { code: 'bad_request', message: 'Invalid or missing publishable key.' })
    t.is(request.responseHeaders['X-RateLimit-Limit'], '600')
    t.regex(String(request.responseHeaders['X-RateLimit-Remaining']), /^\d+$/)
  })
}

test('an empty Authorization header counts as absent', async (t) => {
  t.like(await t.throwsAsync(authenticate({ headers: { authorization: '' } })), {
    code: 'unauthorized',
    message: 'Missing Authorization header.',
  })
})

test('an unknown key is invalid', async (t) => {
  for (const key of ['svc_pk_', newPublishableKey(), `svc_pk_${'x'.repeat(4000)}`]) {
    t.like(await t.throwsAsync(authenticate({ headers: bearer(key) })), { code: 'unauthorized', message: 'Invalid publishable key.' })
  }
})

test('a key authenticates its workspace', async (t) => {
  const space = await make.workspace({ publishableKey: newPublishableKey() })
  t.is((await authenticate({ headers: bearer(space.publishableKey as string) })).workspace.id, space.id)
})

const plans: [plan: Plan, isAllowed: boolean][] = [
  ['free', false],
  ['pro', false],
  ['business', true],
  ['business plus', true],
  ['business max', true],
  ['business extra', true],
  ['advanced', true],
  ['enterprise', false],
]
for (const [plan, isAllowed] of plans) {
  test(`an endpoint for business and advanced ${isAllowed ? 'allows' : 'refuses'} plan ${plan}`, async (t) => {
    const space = await make.workspace({ plan, publishableKey: newPublishableKey() })
    const result = authenticate({ headers: bearer(space.publishableKey as string), plans: ['business', 'advanced'] })
    if (isAllowed) await t.notThrowsAsync(result)
    else t.like(await t.throwsAsync(result), { code: 'forbidden', message: 'Unauthorized: Need higher plan.' })
  })
}
