import { days, hours, minutes } from '../../../../shared/kernel/time.js'
import { ago } from '../../ago.js'
import { batchOf, rawClick } from '../../clicks.js'
import { unique } from '../../program-owner.js'
import type { JobCase, JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'
import { laterPartitions } from '../observe-state.js'

const clicksOf = ({ link }: JobWorld) => batchOf([rawClick(link), rawClick(link), rawClick(link, { at: Date.now() - days(1) })])

/** Clicks, leads and sales that are not rolled up. */
async function events(world: JobWorld): Promise<void> {
  await world.run('tracking.ingest-clicks', clicksOf(world))
  await world.convert()
}

/** Lets the roll-up begin a day ago, and clicks of that time be due. */
const ageWatermarks = ({ rows }: JobWorld) =>
  Promise.all([rows('update click_watermark set at = $1', [ago(days(2))]), rows('update conversion_watermark set at = $1', [ago(days(2))])])

/** What the clicks become, one of which is late. */
const storedClicks: JobCase['changes'] = {
  click_batches: 1,
  click_events: 3,
  click_facts: 1,
  click_totals: 'some',
  dimension_values: 16,
  event_arrivals: 1,
  links: 0,
  recent_visits: 3,
  webhook_outbox: 1,
  workspace_numbers: 1,
  workspaces: 0,
}

export const trackingCases: JobCases = {
  'tracking.ingest-clicks': {
    seed: async (world) => clicksOf(world),
    changes: storedClicks,
  },
  'tracking.ingest-queued-clicks': {
    async seed(world) {
      const batch = clicksOf(world)
      await world.rows('insert into queued_click_batches (id, batch) values ($1, $2)', [batch.id, JSON.stringify(batch)])
    },
    changes: { ...storedClicks, queued_click_batches: -1 },
  },
  'tracking.write-click-blocks': {
    seed: async () => null,
    changes: {},
    unchanged: 'clicks wait for ClickHouse only where it is configured: test/shared/tracking/click-store.test.ts',
  },
  'tracking.recompute-attribution': {
    async seed(world) {
      const { externalId } = await world.convert()
      const other = await world.make.link(world.workspace, { domain: world.domain.slug, trackConversion: true })
      const again = { clickId: await world.click(other), customerExternalId: externalId, eventName: 'Trial' }
      await world.ok('POST /track/lead', again)
      await world.ok('POST /track/sale', { customerExternalId: externalId, amount: 500, invoiceId: unique('invoice') })
      await world.ok(`PATCH /workspaces/${world.workspace.id}`, { attributionModel: 'first_click' })
      return world.queued('tracking.recompute-attribution', () =>
        world.ok(`POST /workspaces/${world.workspace.id}/attribution/recompute`, { dryRun: false }),
      )
    },
    changes: {
      attribution_moves: 2,
      background_operation_results: 1,
      background_operations: 0,
      conversion_claims: -1,
      lead_events: 0,
      links: 0,
      pending_conversions: 2,
      sale_events: 0,
      workspaces: 0,
    },
  },
  'rollups.roll-up-clicks': {
    async seed(world) {
      await ageWatermarks(world)
      await events(world)
    },
    changes: { click_facts: 1, click_totals: 'some', click_watermark: 0 },
  },
  'rollups.roll-up-conversions': {
    async seed(world) {
      await ageWatermarks(world)
      await events(world)
    },
    changes: { conversion_facts: 2, conversion_totals: 'some', conversion_watermark: 0, dimension_values: 2, pending_conversions: -2 },
  },
  'rollups.build-column-segments': {
    async seed(world) {
      await ageWatermarks(world)
      await world.run('tracking.ingest-clicks', clicksOf(world))
      await world.run('rollups.roll-up-clicks')
      // Segments are built for hours with many facts only.
      await world.rows('insert into click_facts select f.* from (select * from click_facts limit 1) f cross join generate_series(1, 1000)')
      await world.rows('update click_totals set clicks = clicks + 1000')
    },
    changes: { click_column_segments: 1 },
  },
  'rollups.pack': {
    async seed({ rows }) {
      // Rows as of an installation from before packs.
      await rows(`insert into click_rollups (tier, bucket, workspace, dimension, value, clicks) select 3, '2026-01-01', 1, 5, n, 1
        from generate_series(1, 300) as n`)
    },
    changes: { click_rollups: -300, click_rollup_packs: 2 },
  },
  'tracking.replace-link-index': {
    seed: async () => null,
    changes: {},
    unchanged: 'a new database has the index: test/shared/tracking/click-values.test.ts replaces a former one',
  },
  'tracking.create-partitions': {
    async seed({ rows }) {
      for (const { name } of await rows(laterPartitions)) await rows(`drop table ${name}`)
    },
    changes: { partitions: 6 },
  },
  'tracking.delete-expired-visits': {
    async seed(world) {
      await world.run('tracking.ingest-clicks', clicksOf(world))
      await world.rows('update recent_visits set at = $1', [ago(hours(3))])
      await world.rows('update click_batches set at = $1', [ago(days(100))])
      await world.rows('update event_arrivals set at = $1', [ago(hours(26))])
    },
    changes: { click_batches: -1, event_arrivals: -1, recent_visits: -3 },
  },
  'tracking.refresh-exchange-rates': {
    async seed({ providers }) {
      providers.players.set('rates', () => ({ body: { base: 'USD', date: '2026-11-20', rates: { EUR: 0.5, GBP: 0.25 } } }))
    },
    changes: { exchange_rates: 3, requests: 1 },
    repeats: { requests: 'it asks for newer rates' },
  },
  'tracking.delete-erased-texts': {
    async seed(world) {
      const person = await world.convert()
      await world.ok(`DELETE /customers/${person.id}`)
      await world.settle()
    },
    changes: { dimension_values: -2, erased_values: -2 },
  },
  'analytics.export': {
    async seed(world) {
      await events(world)
      return world.operation('analytics.export', 'analytics.read', { query: {}, at: Date.now() }, 'analytics.zip')
    },
    changes: { background_operation_results: 13, background_operations: 0, outbox: 1 },
  },
  'events.export': {
    async seed(world) {
      await events(world)
      return world.operation('events.export', 'analytics.read', { query: {}, at: new Date() })
    },
    changes: { background_operation_results: 1, background_operations: 0, outbox: 1 },
  },
  'analytics.send-usage-emails': {
    async seed(world) {
      await world.run('tracking.ingest-clicks', clicksOf(world))
      await world.rows('update workspaces set usage = usage_limit + 1, created_at = $2 where id = $1', [world.workspace.id, ago(days(60))])
    },
    changes: { outbox: 2, sent_emails: 2 },
  },
  'background-operations.store-result-file': {
    async seed(world) {
      await world.convert()
      const payload = await world.operation('customers.export', 'customers.read', { query: {}, at: new Date() })
      return world.queued('background-operations.store-result-file', () => world.run('customers.export', payload))
    },
    changes: { background_operations: 0, emails: 1, files: 1 },
  },
  'background-operations.restart-lost': {
    async seed({ make, rows, workspace }) {
      const { id } = await make.backgroundOperation(workspace)
      await rows(`update background_operations set job_name = 'links.create-in-bulk', progressed_at = $2 where id = $1`, [
        id,
        ago(hours(1)),
      ])
    },
    changes: { background_operations: 0, outbox: 1 },
  },
  'background-operations.delete-expired': {
    async seed({ make, rows, workspace }) {
      const { id } = await make.backgroundOperation(workspace, { state: 'completed' })
      await make.backgroundOperation(workspace, { state: 'completed' })
      await rows('update background_operations set created_at = $2, finished_at = $2 where id = $1', [id, ago(days(100))])
    },
    changes: { background_operations: -1 },
  },
  'embed.delete-expired-tokens': {
    async seed(world) {
      const { partner } = await world.enrol()
      await world.ok('POST /tokens/embed/referrals', { partnerId: partner.id })
      await world.rows('update embed_tokens set expires_at = $1', [ago(minutes(1))])
    },
    changes: { embed_tokens: -1 },
  },
}
