import test from 'ava'
import { findLinkInfo, getLinkInfoQuerySchema } from '../../../shared/links/index.js'
import { create } from '../../support/links.js'
import { person, type Person } from '../../support/scope.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

const find = (who: Person, query: object) => who.act((scope) => findLinkInfo(scope, getLinkInfoQuerySchema.parse(query)))

test('a link is found by id, by external id, and by domain and key', async (t) => {
  const who = await person(service)
  const link = await create(who, { key: 'Find/Me', externalId: 'mine', tagNames: [] })
  for (const query of [
    { linkId: link.id },
    { linkId: 'ext_mine' },
    { externalId: 'ext_MINE' },
    { externalId: 'mine' },
    { domain: 'LOCALHOST', key: 'find/me' },
    { linkId: link.id, externalId: 'ext_other' },
  ]) {
    t.deepEqual(await find(who, query), link, JSON.stringify(query))
  }
})

test('keys beyond ASCII are found as they were typed, as they are stored, and as a browser sends them', async (t) => {
  const who = await person(service)
  const { slug: domain } = await service.make.domain(who.workspace)
  const { id } = await create(who, { domain, key: '한글' })
  for (const key of ['한글', 'xn--bj0bj06e', '%ED%95%9C%EA%B8%80']) t.is((await find(who, { domain, key })).id, id)
})

test('a domain alone names the link of the bare domain', async (t) => {
  const who = await person(service)
  const { slug: domain } = await service.make.domain(who.workspace)
  await t.throwsAsync(find(who, { domain }), { code: 'not_found' })
  const root = await create(who, { domain, key: '_root' })
  t.is((await find(who, { domain })).id, root.id)
})

test('what names no link is refused, each in its way', async (t) => {
  const who = await person(service)
  await t.throwsAsync(find(who, {}), { code: 'bad_request' })
  await t.throwsAsync(find(who, { key: 'x' }), { code: 'not_found' })
  await t.throwsAsync(find(who, { linkId: 'link_x' }), { code: 'not_found' })
  await t.throwsAsync(find(who, { externalId: 'ext_x' }), { code: 'not_found' })
  await t.throwsAsync(find(who, { externalId: 'x' }), { code: 'bad_request', message: /ext_/ })
  await t.throwsAsync(find(who, { domain: 'nobody-has.example', key: 'x' }), { code: 'not_found' })
})
