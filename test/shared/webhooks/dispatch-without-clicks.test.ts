import test from 'ava'
import { newClickId } from '../../../shared/kernel/ids.js'
import { runJobByName } from '../../support/jobs.js'
import { testService } from '../../support/service.js'

test('while the store of clicks is away, events of clicks wait and the others are dispatched', async (t) => {
  const service = await testService({ CLICKHOUSE_URL: 'http://127.0.0.1:9' })
  t.teardown(() => service.close())
  const { resources, make } = service
  const { pool } = resources.database
  const workspace = await make.workspace()
  await make.webhook(workspace, { triggers: ['link.clicked', 'sale.created'], linkScope: 'workspace' })
  const entries = { 'link.clicked': [newClickId()], 'sale.created': { customer: { id: 'cus_1' } } }
  for (const [trigger, data] of Object.entries(entries))
    await pool.query('insert into webhook_outbox (id, workspace_id, trigger, data, created_at) values ($1, $2, $3, $4, now())', [
      `evt_${trigger}`,
      workspace.id,
      trigger,
      JSON.stringify(data),
    ])
  await runJobByName(resources, 'webhooks.dispatch-events')
  t.deepEqual((await pool.query('select event from webhook_events')).rows, [{ event: 'sale.created' }])
  t.deepEqual((await pool.query('select trigger from webhook_outbox')).rows, [{ trigger: 'link.clicked' }])
})
