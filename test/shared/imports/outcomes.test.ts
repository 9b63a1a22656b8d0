/** What the counts and the error file of an import say, and who may read the file. */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { programOwner } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

test.serial(
  'links that an import could not create are refused, not existing: their domain is being renamed or belongs to others',
  async (t) => {
    const { workspace, key } = await api.make.caller({ plan: 'enterprise' })
    const { workspace: other } = await api.make.caller()
    const [renamed, foreign] = [await api.make.domain(workspace), await api.make.domain(other)]
    const newName = `new-${renamed.slug}`
    await api.resources.database.pool.query('update domains set slug = $1, moved_from = slug where id = $2', [newName, renamed.id])
    const csv = ['link,url', ...[newName, foreign.slug].map((slug) => `${slug}/a,https://example.com/a`)].join('\n')
    const path = `/workspaces/${workspace.id}`
    t.is((await api.call(`POST ${path}/import/csv?addDomains=true`, { key, body: { csv } })).status, 202)
    await runQueuedJobs(api.resources)
    const [latest] = (await api.call(`GET ${path}/imports`, { key })).body
    t.deepEqual(latest.counts, { link: { created: 0, existing: 0, refused: 2 } })
    const errors = (await api.call(`GET ${path}/import/${latest.id}/download`, { key })).body as string
    t.regex(errors, /still being moved/)
    t.regex(errors, /already in use/)
  },
)

test.serial('the error file of an import of partners needs the permission to read partners', async (t) => {
  const { call, key, user, workspace } = await programOwner(api, { plan: 'enterprise' })
  const path = `/workspaces/${workspace.id}`
  await api.call(`POST ${path}/import/csv/partners`, { key, body: { csv: 'Name,E-mail\nAda,not an address' } })
  await runQueuedJobs(api.resources)
  const [{ id }] = (await call(`GET ${path}/imports`)).body
  const download = async (...scopes: string[]) => {
    const restricted = await api.make.token(user, workspace, { scopes })
    return api.call(`GET ${path}/import/${id}/download`, { key: restricted.key })
  }
  t.is((await download('links.read')).status, 403)
  t.regex((await download('links.read', 'groups.read')).body, /not an address/)
})
