import test from 'ava'
import { minutes } from '../../../shared/kernel/time.js'
import { runJobByName } from '../../support/jobs.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('deletes anonymous links half an hour old and keeps all others; a second run deletes nothing', async (t) => {
  const { make, resources } = service
  const [workspace, user] = await Promise.all([make.workspace(), make.user()])
  const expiredAt = new Date(Date.now() - minutes(31))
  await make.link(null, { createdAt: expiredAt })
  const remaining = await Promise.all([
    make.link(null),
    make.link(workspace, { createdAt: expiredAt }),
    make.link(null, { createdAt: expiredAt, userId: user.id }),
    make.link(null, { createdAt: expiredAt, key: '_root', domain: 'bare.example' }),
  ])
  const run = () => runJobByName(resources, 'links.delete-unclaimed')
  t.is(await run(), 1)
  t.is(await run(), 0)
  const { rows } = await resources.database.pool.query('select id from links order by id')
  t.deepEqual(
    rows.map(({ id }) => id),
    remaining.map(({ id }) => id).sort(),
  )
})
