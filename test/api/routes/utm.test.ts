import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const fields = [
  'id',
  'name',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'ref',
  'userId',
  'projectId',
  'createdAt',
  'updatedAt',
]

test('creating a template returns 201 with all its fields; empty texts become null', async (t) => {
  const { key, user, workspace } = await api.make.caller()
  const { status, body } = await api.call('POST /utm', {
    key,
    body: { name: ' Spring ', utm_source: 'mail', utm_medium: '', ref: 'x'.repeat(255) },
  })
  t.is(status, 201)
  t.deepEqual(Object.keys(body), fields)
  t.like(body, { name: 'Spring', utm_source: 'mail', utm_medium: null, userId: user.id, projectId: workspace.id })
  const { body: list } = await api.call('GET /utm', { key })
  t.deepEqual(list, [{ ...body, user: { id: user.id, name: user.name, image: null } }])
})

test('names are unique in a workspace regardless of case, and lists are sorted by name', async (t) => {
  const { key } = await api.make.caller()
  const made = await Promise.all(['beta', 'Alpha'].map((name) => api.call('POST /utm', { key, body: { name } })))
  t.is((await api.call('POST /utm', { key, body: { name: 'ALPHA' } })).status, 409)
  t.is((await api.call(`PATCH /utm/${made[0]?.body.id}`, { key, body: { name: 'alpha' } })).status, 409)
  t.deepEqual(
    (await api.call('GET /utm', { key })).body.map(({ name }: { name: string }) => name),
    ['Alpha', 'beta'],
  )
})

for (const body of [{}, { name: '' }, { name: 'x'.repeat(51) }, { name: 'x', utm_source: 'x'.repeat(256) }]) {
  test(`the template ${JSON.stringify(body).slice(0, 40)} is refused with 422`, async (t) => {
    const { key } = await api.make.caller()
    t.is((await api.call('POST /utm', { key, body })).status, 422)
  })
}

test('an update requires the name, null clears a field, and a template can be deleted once', async (t) => {
  const { key } = await api.make.caller()
  const { body: made } = await api.call('POST /utm', { key, body: { name: 'a', utm_source: 'mail', utm_term: 'shoes' } })
  t.is((await api.call(`PATCH /utm/${made.id}`, { key, body: { utm_source: 'x' } })).status, 422)
  t.like((await api.call(`PATCH /utm/${made.id}`, { key, body: { name: 'b', utm_source: null } })).body, {
    id: made.id,
    name: 'b',
    utm_source: null,
    utm_term: 'shoes',
    partnerGroup: null,
  })
  t.deepEqual((await api.call(`DELETE /utm/${made.id}`, { key })).body, { id: made.id })
  t.is((await api.call(`DELETE /utm/${made.id}`, { key })).status, 404)
})
