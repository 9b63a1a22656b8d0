import test from 'ava'
import { days } from '../../../../shared/kernel/time.js'
import { runJobByName } from '../../../support/jobs.js'
import { testService, type TestService } from '../../../support/service.js'
import { subscribed, publishedEvents } from '../../../support/webhook-events.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('only links past the retention period of their domain are deleted, except root links and links with retention disabled', async (t) => {
  const { make, resources } = service
  const workspace = await make.workspace({ totalLinks: 7, ...subscribed })
  const [domain, other] = await Promise.all([make.domain(workspace, { linkRetentionDays: 30 }), make.domain(workspace)])
  const old = new Date(Date.now() - days(31))
  const expired = await Promise.all([1, 2].map(() => make.link(workspace, { domain: domain.slug, createdAt: old })))
  const retained = await Promise.all([
    make.link(workspace, { domain: domain.slug, createdAt: new Date(Date.now() - days(29)) }),
    make.link(workspace, { domain: domain.slug, createdAt: old, linkRetentionCleanupDisabledAt: new Date() }),
    make.link(workspace, { domain: domain.slug, createdAt: old, key: '_root' }),
    make.link(workspace, { domain: other.slug, createdAt: old }),
    make.link(null, { domain: domain.slug, createdAt: old }),
  ])
  t.is(await runJobByName(resources, 'links.enforce-retention'), 2)
  t.is(await runJobByName(resources, 'links.enforce-retention'), 0)
  const { rows } = await resources.database.pool.query('select id from links order by id')
  t.deepEqual(
    rows.map(({ id }) => id),
    retained.map(({ id }) => id).toSorted(),
  )
  t.deepEqual(
    (await publishedEvents(resources.database.pool, workspace)).toSorted(),
    expired.map(({ id }) => ['link.deleted', id] as [string, string]).toSorted(),
  )
  t.deepEqual((await resources.database.pool.query('select total_links from workspaces')).rows, [{ total_links: 5 }])
})
