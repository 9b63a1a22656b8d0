/** The rules of publishable-key authentication, in their order. */
import test from 'ava'
import { publishable } from '../../../api/access/publishable.js'
import { newPublishableKey, type Plan } from '../../../shared/accounts/index.js'
import { bearer, knock } from '../../support/knock.js'
import { testService } from '../../support/service.js'

const service = await testService()
test.after.always(() => service.close())
const { make, resources } = service
const enter = (given: Parameters<typeof knock>[1]) => publishable.open(knock(resources, { rate: 'publishable', ...given }))

test('without header the caller is unauthorized', async (t) => {
  t.like(await t.throwsAsync(enter({})), { code: 'unauthorized', message: 'Missing Authorization header.' })
})

for (const authorization of [
  'svc_pk_0123456789abcdefgh',
  'Basic svc_pk_0123456789abcdefgh',
  'Bearer',
  '',
  'Bearer svc_0123456789abcdefghijABCD',
  'Bearer pk_0123456789abcdef',
  'Bearer SVC_PK_0123456789abcdefgh',
]) {
  test(`"${authorization}" is no publishable key, and is not counted`, async (t) => {
    const request = knock(resources, { headers: { authorization }, rate: 'publishable' })
    t.like(await t.throwsAsync(publishable.open(request)), { code: 'bad_request', message: 'Invalid or missing publishable key.' })
    t.deepEqual(request.answered, {})
  })
}

test('a key that no workspace has is invalid', async (t) => {
  for (const key of ['svc_pk_', newPublishableKey(), `svc_pk_${'x'.repeat(4000)}`]) {
    t.like(await t.throwsAsync(enter({ headers: bearer(key) })), { code: 'unauthorized', message: 'Invalid publishable key.' })
  }
})

test('a key leads to its workspace', async (t) => {
  const space = await make.workspace({ publishableKey: newPublishableKey() })
  t.is((await enter({ headers: bearer(space.publishableKey as string) })).workspace.id, space.id)
})

const plans: [plan: Plan, enters: boolean][] = [
  ['free', false],
  ['pro', false],
  ['business', true],
  ['business plus', true],
  ['business max', true],
  ['business extra', true],
  ['advanced', true],
  ['enterprise', false],
]
for (const [plan, enters] of plans) {
  test(`where business and advanced are asked for, plan ${plan} ${enters ? 'enters' : 'is refused'}`, async (t) => {
    const space = await make.workspace({ plan, publishableKey: newPublishableKey() })
    const asked = enter({ headers: bearer(space.publishableKey as string), plans: ['business', 'advanced'] })
    if (enters) await t.notThrowsAsync(asked)
    else t.like(await t.throwsAsync(asked), { code: 'forbidden', message: 'Unauthorized: Need higher plan.' })
  })
}
