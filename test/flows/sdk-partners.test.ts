/** The official SDK manages partners and their links. */
import test from 'ava'
import { Dub } from 'dub'
import { type TestApi, testApi } from '../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

for (const mount of ['', '/api']) {
  test(`the SDK creates, lists, deactivates and bans partners, with the service at ${mount || 'the root'}`, async (t) => {
    const { workspace, key } = await api.make.caller()
    const domain = await api.make.domain(workspace)
    const program = await api.make.program(workspace, { domain: domain.slug, url: 'https://acme.example/' })
    const group = await api.make.partnerGroup(program, {
      additionalLinks: [{ domain: 'acme.example', path: '', validationMode: 'domain' }],
    })
    const dub = new Dub({ token: key, serverURL: api.url + mount })

    const ada = await dub.partners.create({ email: 'ada@example.com', name: 'Ada', tenantId: 'tenant-1', groupId: group.id })
    t.like(ada, { email: 'ada@example.com', status: 'approved', tenantId: 'tenant-1', groupId: group.id, totalClicks: 0 })
    t.like(await dub.partners.create({ email: 'ada@example.com' }), { id: ada.id, name: 'Ada' })

    const link = await dub.partners.createLink({ partnerId: ada.id, url: 'https://acme.example/pricing', key: 'ada-pricing' })
    t.like(link, {
      domain: domain.slug,
      key: 'ada-pricing',
      programId: program.id,
      partnerId: ada.id,
      tenantId: 'tenant-1',
      trackConversion: true,
    })
    const upserted = await dub.partners.upsertLink({ tenantId: 'tenant-1', url: 'https://acme.example/pricing', key: 'ada-prices' })
    t.like(upserted, { id: link.id, key: 'ada-prices', shortLink: `https://${domain.slug}/ada-prices` })
    t.deepEqual(
      (await dub.partners.retrieveLinks({ tenantId: 'tenant-1' })).map(({ id, url }) => [id, url]),
      [[link.id, 'https://acme.example/pricing']],
    )

    await dub.partners.create({ email: 'bob@example.com' })
    const emails = async (page: number) =>
      (await dub.partners.list({ sortBy: 'createdAt', sortOrder: 'asc', pageSize: 1, page })).map(({ email }) => email)
    t.deepEqual([await emails(1), await emails(2)], [['ada@example.com'], ['bob@example.com']])

    t.deepEqual(await dub.partners.deactivate({ partnerId: ada.id }), { partnerId: ada.id })
    t.deepEqual(await dub.partners.ban({ tenantId: 'tenant-1', reason: 'spam' }), { partnerId: ada.id })
    t.like((await dub.partners.list({ tenantId: 'tenant-1' }))[0], { status: 'banned', bannedReason: 'spam' })
    await t.throwsAsync(dub.partners.ban({ partnerId: ada.id, reason: 'spam' }), { message: /already banned/ })
  })
}
