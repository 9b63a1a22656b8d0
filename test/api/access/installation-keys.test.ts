/** The guards of operator and scheduler keys, and the open guard. */
import test from 'ava'
import { admin } from '../../../api/access/admin.js'
import { cron } from '../../../api/access/cron.js'
import { open } from '../../../api/access/open.js'
import { bearer, authRequest } from '../../support/auth-request.js'
import { testService } from '../../support/service.js'

const service = await testService({ ADMIN_API_KEY: 'admin-key-0123456789', CRON_SECRET: 'cron-secret-0123456789' })
test.after.always(() => service.close())
const { resources } = service

const guards = [
  { guard: admin, key: 'admin-key-0123456789', other: 'cron-secret-0123456789', missing: 'Unauthorized: Login required.' },
  { guard: cron, key: 'cron-secret-0123456789', other: 'admin-key-0123456789', missing: 'Missing Authorization header.' },
]
for (const { guard, key, other, missing } of guards) {
  const authenticate = (headers: Record<string, string>) => guard.authenticate(authRequest(resources, { headers }))

  test(`the ${guard.kind} guard accepts its key`, async (t) => {
    t.is<string, string>((await authenticate(bearer(key))).by, guard.kind)
  })

  test(`the ${guard.kind} guard refuses other credentials`, async (t) => {
    t.like(await t.throwsAsync(authenticate({})), { code: 'unauthorized', message: missing })
    t.like(await t.throwsAsync(authenticate({ authorization: key })), { code: 'bad_request' })
    for (const wrong of [other, '', `${key}x`, key.slice(1), key.toUpperCase()])
      t.like(await t.throwsAsync(authenticate({ authorization: `Bearer ${wrong}` })), {
        code: 'unauthorized',
        message: 'Unauthorized: Invalid API key.',
      })
  })

  test(`the ${guard.kind} guard refuses every key if none is configured`, async (t) => {
    const bare = { ...resources, config: { ...resources.config, adminApiKey: undefined, cronSecret: undefined } }
    for (const guess of ['', 'undefined', key])
      t.like(await t.throwsAsync(guard.authenticate(authRequest(bare, { headers: { authorization: `Bearer ${guess}` } }))), {
        code: 'unauthorized',
      })
  })
}

test('the open guard accepts any request', async (t) => {
  t.is((await open.authenticate(authRequest(resources, { headers: { authorization: 'whatever' } }))).requestId, 'req_test')
})
