/** The doors of whoever runs the installation, and the door that is always open. */
import test from 'ava'
import { admin } from '../../../api/access/admin.js'
import { cron } from '../../../api/access/cron.js'
import { open } from '../../../api/access/open.js'
import { bearer, knock } from '../../support/knock.js'
import { testService } from '../../support/service.js'

const service = await testService({ ADMIN_API_KEY: 'admin-key-0123456789', CRON_SECRET: 'cron-secret-0123456789' })
test.after.always(() => service.close())
const { resources } = service

const doors = [
  { door: admin, key: 'admin-key-0123456789', other: 'cron-secret-0123456789' },
  { door: cron, key: 'cron-secret-0123456789', other: 'admin-key-0123456789' },
]
for (const { door, key, other } of doors) {
  const enter = (headers: Record<string, string>) => door.open(knock(resources, { headers }))

  test(`the ${door.kind} door opens to its own key`, async (t) => {
    t.is<string, string>((await enter(bearer(key))).by, door.kind)
  })

  test(`the ${door.kind} door refuses all else`, async (t) => {
    t.like(await t.throwsAsync(enter({})), { code: 'unauthorized', message: 'Missing Authorization header.' })
    t.like(await t.throwsAsync(enter({ authorization: key })), { code: 'bad_request' })
    for (const wrong of [other, '', `${key}x`, key.slice(1), key.toUpperCase()])
      t.like(await t.throwsAsync(enter({ authorization: `Bearer ${wrong}` })), {
        code: 'unauthorized',
        message: 'Unauthorized: Invalid API key.',
      })
  })

  test(`the ${door.kind} door stays shut where no key is configured`, async (t) => {
    const bare = { ...resources, config: { ...resources.config, adminApiKey: undefined, cronSecret: undefined } }
    for (const guess of ['', 'undefined', key])
      t.like(await t.throwsAsync(door.open(knock(bare, { headers: { authorization: `Bearer ${guess}` } }))), { code: 'unauthorized' })
  })
}

test('the open door asks nothing', async (t) => {
  t.is((await open.open(knock(resources, { headers: { authorization: 'whatever' } }))).requestId, 'req_test')
})
