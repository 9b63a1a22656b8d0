import test from 'ava'
import { deleteLink } from '../../../shared/links/index.js'
import { testMember } from '../../support/callers.js'
import { create } from '../../support/links.js'
import { testService, type TestService } from '../../support/service.js'
import { subscribed, publishedEvents } from '../../support/webhook-events.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

test('deletes the link and frees its key, but keeps the used quota', async (t) => {
  const owner = await testMember(service)
  const tag = await service.make.tag(owner.workspace)
  const link = await create(owner, { key: 'deleted', externalId: 'e', tagIds: [tag.id] })
  t.deepEqual(await owner.run((scope) => deleteLink(scope, 'ext_E')), { id: link.id })
  await t.throwsAsync(
    owner.run((scope) => deleteLink(scope, link.id)),
    { code: 'not_found' },
  )
  t.like((await owner.scope()).workspace, { linksUsage: 1, totalLinks: 0 })
  await t.notThrowsAsync(create(owner, { key: 'deleted', externalId: 'e' }))
})

test('a deletion publishes a webhook event', async (t) => {
  const owner = await testMember(service, subscribed)
  const link = await create(owner)
  await owner.run((scope) => deleteLink(scope, link.id))
  t.deepEqual(await publishedEvents(service.resources.database.pool, owner.workspace), [
    ['link.created', link.id],
    ['link.deleted', link.id],
  ])
})

test('returns forbidden for the link of a bare domain', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace)
  const root = await create(owner, { domain, key: '_root' })
  await t.throwsAsync(
    owner.run((scope) => deleteLink(scope, root.id)),
    { code: 'forbidden' },
  )
})

test('of concurrent deletions of the same link one succeeds', async (t) => {
  const owner = await testMember(service)
  const [link] = [await create(owner), await create(owner)]
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => owner.run((scope) => deleteLink(scope, link.id))))
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 1)
  t.is((await owner.scope()).workspace.totalLinks, 1)
})
