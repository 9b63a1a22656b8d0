import test from 'ava'
import { deleteLink } from '../../../shared/links/index.js'
import { create } from '../../support/links.js'
import { hearing, newsOf } from '../../support/news.js'
import { person } from '../../support/scope.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

test('a deleted link is gone and its key is free again; what it used up stays used up', async (t) => {
  const who = await person(service)
  const tag = await service.make.tag(who.workspace)
  const link = await create(who, { key: 'goes', externalId: 'e', tagIds: [tag.id] })
  t.deepEqual(await who.act((scope) => deleteLink(scope, 'ext_E')), { id: link.id })
  await t.throwsAsync(
    who.act((scope) => deleteLink(scope, link.id)),
    { code: 'not_found' },
  )
  t.like((await who.scope()).workspace, { linksUsage: 1, totalLinks: 0 })
  await t.notThrowsAsync(create(who, { key: 'goes', externalId: 'e' }))
})

test('a deletion is told of', async (t) => {
  const who = await person(service, hearing)
  const link = await create(who, { key: 'remembered' })
  await who.act((scope) => deleteLink(scope, link.id))
  t.deepEqual(await newsOf(service.resources.database.pool, who.workspace), [
    ['link.created', link.id],
    ['link.deleted', link.id],
  ])
})

test('the link of a bare domain survives', async (t) => {
  const who = await person(service)
  const { slug: domain } = await service.make.domain(who.workspace)
  const root = await create(who, { domain, key: '_root' })
  await t.throwsAsync(
    who.act((scope) => deleteLink(scope, root.id)),
    { code: 'forbidden' },
  )
})

test('of many who delete one link at once, one does', async (t) => {
  const who = await person(service)
  const [link] = [await create(who), await create(who)]
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => who.act((scope) => deleteLink(scope, link.id))))
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 1)
  t.is((await who.scope()).workspace.totalLinks, 1)
})
