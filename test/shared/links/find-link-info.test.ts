import test from 'ava'
import { findLinkInfo, getLinkInfoQuerySchema } from '../../../shared/links/index.js'
import { testMember, type TestMember } from '../../support/callers.js'
import { create } from '../../support/links.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

const find = (member: TestMember, query: object) => member.run((scope) => findLinkInfo(scope, getLinkInfoQuerySchema.parse(query)))

test('finds a link by id, by external id, and by domain and key', async (t) => {
  const owner = await testMember(service)
  const link = await create(owner, { key: 'Find/Me', externalId: 'mine', tagNames: [] })
  for (const query of [
    { linkId: link.id },
    { linkId: 'ext_mine' },
    { externalId: 'ext_MINE' },
    { externalId: 'mine' },
    { domain: 'LOCALHOST', key: 'find/me' },
    { linkId: link.id, externalId: 'ext_other' },
  ]) {
    t.deepEqual(await find(owner, query), link, JSON.stringify(query))
  }
})

test('finds non-ASCII keys as typed, as stored and percent-encoded', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace)
  const { id } = await create(owner, { domain, key: '한글' })
  for (const key of ['한글', 'xn--bj0bj06e', '%ED%95%9C%EA%B8%80']) t.is((await find(owner, { domain, key })).id, id)
})

test('domain without key finds the link of the bare domain', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace)
  await t.throwsAsync(find(owner, { domain }), { code: 'not_found' })
  const root = await create(owner, { domain, key: '_root' })
  t.is((await find(owner, { domain })).id, root.id)
})

test('returns the matching error when no link is identified', async (t) => {
  const owner = await testMember(service)
  await t.throwsAsync(find(owner, {}), { code: 'bad_request' })
  await t.throwsAsync(find(owner, { key: 'x' }), { code: 'not_found' })
  await t.throwsAsync(find(owner, { linkId: 'link_x' }), { code: 'not_found' })
  await t.throwsAsync(find(owner, { externalId: 'ext_x' }), { code: 'not_found' })
  await t.throwsAsync(find(owner, { externalId: 'x' }), { code: 'bad_request', message: /ext_/ })
  await t.throwsAsync(find(owner, { domain: 'unknown.example', key: 'x' }), { code: 'not_found' })
})
