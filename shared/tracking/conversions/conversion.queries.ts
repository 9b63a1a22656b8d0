/** All SQL of leads and sales. Runs in the caller's transaction; customers are locked first, then links, then workspaces. */
import type { Workspace } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { ClickRow } from '../describe-click.js'

export interface InWorkspace extends Scope {
  workspace: Workspace
}

/** A link as far as conversions are told of it. */
export interface ConvertedLink {
  id: string
  domain: string
  key: string
  shortLink: string
  url: string
  partnerId: string | null
  programId: string | null
  tenantId: string | null
  externalId: string | null
}

/** The link, unless it is gone, disabled, or another workspace's. */
export async function linkToCredit({ em, workspace }: InWorkspace, id: string): Promise<ConvertedLink | null> {
  const rows: ConvertedLink[] = await em.execute(
    `select id, domain, key, short_link as "shortLink", url, partner_id as "partnerId", program_id as "programId", tenant_id as "tenantId", external_id as "externalId"
     from links where id = ? and workspace_id = ? and disabled_at is null`,
    [id, workspace.id],
  )
  return rows[0] ?? null
}

export async function isLeadClaimed({ em }: Scope, customerId: string, event: string): Promise<boolean> {
  const rows = await em.execute('select 1 from lead_claims where customer_id = ? and event = ?', [customerId, event])
  return rows.length > 0
}

/** Answers whether this was the first. Waits for a rival that has not committed yet. */
export async function claimLead({ em }: Scope, customerId: string, event: string, eventId: string): Promise<boolean> {
  const rows = await em.execute('insert into lead_claims (customer_id, event, event_id) values (?, ?, ?) on conflict do nothing returning event_id', [customerId, event, eventId])
  return rows.length > 0
}

/** What leads and sales have in common: the click's row without its own id and time, and what happened. */
export interface ConversionRow extends Omit<ClickRow, 'id' | 'timestamp'> {
  id: string
  timestamp: Date
  click_id: string
  clicked_at: Date
  customer_id: string
  event_name: string
  metadata: Record<string, unknown> | null
}

const insertInto = async ({ em }: Scope, table: 'lead_events' | 'sale_events', rows: readonly object[]) => {
  await em.execute(`insert into ${table} select new.* from jsonb_populate_recordset(null::${table}, ?::jsonb) as new`, [JSON.stringify(rows)])
}

export const insertLeads = (scope: Scope, rows: readonly ConversionRow[]) => insertInto(scope, 'lead_events', rows)

export async function countLeads({ em, workspace }: InWorkspace, linkId: string, leads: number, at: Date): Promise<void> {
  await em.execute('update links set leads = leads + ?, last_lead_at = greatest(last_lead_at, ?) where id = ?', [leads, at, linkId])
  await em.execute('update workspaces set usage = usage + ? where id = ?', [leads, workspace.id])
}
