import test from 'ava'
import { days } from '../../../../shared/kernel/time.js'
import { runNamed } from '../../../support/jobs.js'
import { hearing, newsOf } from '../../../support/news.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('links past the retention of their domain go; younger, spared and bare ones stay, and so do those of other domains', async (t) => {
  const { make, resources } = service
  const workspace = await make.workspace({ totalLinks: 7, ...hearing })
  const [kept, other] = await Promise.all([make.domain(workspace, { linkRetentionDays: 30 }), make.domain(workspace)])
  const old = new Date(Date.now() - days(31))
  const gone = await Promise.all([1, 2].map(() => make.link(workspace, { domain: kept.slug, createdAt: old })))
  const stay = await Promise.all([
    make.link(workspace, { domain: kept.slug, createdAt: new Date(Date.now() - days(29)) }),
    make.link(workspace, { domain: kept.slug, createdAt: old, linkRetentionCleanupDisabledAt: new Date() }),
    make.link(workspace, { domain: kept.slug, createdAt: old, key: '_root' }),
    make.link(workspace, { domain: other.slug, createdAt: old }),
    make.link(null, { domain: kept.slug, createdAt: old }),
  ])
  t.is(await runNamed(resources, 'links.drop-past-retention'), 2)
  t.is(await runNamed(resources, 'links.drop-past-retention'), 0)
  const { rows } = await resources.database.pool.query('select id from links order by id')
  t.deepEqual(
    rows.map(({ id }) => id),
    stay.map(({ id }) => id).toSorted(),
  )
  t.deepEqual(
    (await newsOf(resources.database.pool, workspace)).toSorted(),
    gone.map(({ id }) => ['link.deleted', id] as [string, string]).toSorted(),
  )
  t.deepEqual((await resources.database.pool.query('select total_links from workspaces')).rows, [{ total_links: 5 }])
})
