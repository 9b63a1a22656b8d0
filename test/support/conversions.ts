/** Tracks conversions over HTTP, and reads the results from the database. */
import type { Plan } from '../../shared/accounts/index.js'
import type { TestApi } from './api.js'

/** A workspace with a link and an API key that may track. */
export async function tracker(api: TestApi, options: { plan?: Plan; webhookTriggers?: string[] } = {}) {
  const { workspace, user, key } = await api.make.caller(options)
  const domain = await api.make.domain(workspace)
  const link = await api.make.link(workspace, { domain: domain.slug, trackConversion: true })
  const rows = async (sql: string, values: unknown[]) => (await api.resources.database.pool.query(sql, values)).rows
  return {
    workspace,
    user,
    key,
    link,
    domain,
    /** `kind` may have a query: `lead?expand=attribution`. */
    track: (kind: 'lead' | 'sale' | 'refund' | `${'lead' | 'sale'}?${string}`, body: object) =>
      api.call(`POST /track/${kind}`, { key, body }),
    leads: () => rows('select * from lead_events where workspace_id = $1 order by timestamp, id', [workspace.id]),
    sales: () => rows('select * from sale_events where workspace_id = $1 order by timestamp, id', [workspace.id]),
    customers: () => rows('select * from customers where workspace_id = $1 order by id', [workspace.id]),
    usage: async () => (await rows('select usage from workspaces where id = $1', [workspace.id]))[0].usage as number,
    async counters(linkId = link.id) {
      const [row] = await rows('select leads, conversions, sales, sale_amount as "saleAmount" from links where id = $1', [linkId])
      return row as { leads: number; conversions: number; sales: number; saleAmount: number }
    },
  }
}

export type Tracker = Awaited<ReturnType<typeof tracker>>
