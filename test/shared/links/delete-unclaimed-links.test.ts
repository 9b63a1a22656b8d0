import test from 'ava'
import { minutes } from '../../../shared/kernel/time.js'
import { runNamed } from '../../support/jobs.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('links that nobody claimed within half an hour go; all others stay, and a second run changes nothing', async (t) => {
  const { make, resources } = service
  const [workspace, user] = await Promise.all([make.workspace(), make.user()])
  const longAgo = new Date(Date.now() - minutes(31))
  await make.link(null, { createdAt: longAgo })
  const stay = await Promise.all([
    make.link(null),
    make.link(workspace, { createdAt: longAgo }),
    make.link(null, { createdAt: longAgo, userId: user.id }),
    make.link(null, { createdAt: longAgo, key: '_root', domain: 'bare.example' }),
  ])
  const run = () => runNamed(resources, 'links.delete-unclaimed')
  t.is(await run(), 1)
  t.is(await run(), 0)
  const { rows } = await resources.database.pool.query('select id from links order by id')
  t.deepEqual(
    rows.map(({ id }) => id),
    stay.map(({ id }) => id).sort(),
  )
})
