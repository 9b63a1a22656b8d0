/** SQL that finds what past leads and sales belong to. */
import type { InWorkspace } from '../../accounts/index.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import { dimensionColumns } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'
import { convertedLinkColumns, type ConvertedLink } from './conversion.queries.js'

/** Links of the workspace by id. Disabled links are left out. */
export async function creditableLinksOf({ em, workspace }: InWorkspace, ids: readonly string[]): Promise<Map<string, ConvertedLink>> {
  const rows = await executeBound<ConvertedLink>(
    em,
    `select ${convertedLinkColumns} from links where id = any (?) and workspace_id = ? and disabled_at is null`,
    [[...new Set(ids)], workspace.id],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface LeadOfPair {
  click: ClickRow
  /** The customer has no sale by the link. */
  isFirst: boolean
}

/** The latest lead of each customer by each link, by `customer link`. Locks the customers. Disabled links are left out. */
export async function leadsByLink(
  { em, workspace }: InWorkspace,
  pairs: readonly { customerId: string; linkId: string }[],
): Promise<Map<string, LeadOfPair>> {
  const customerIds = [...new Set(pairs.map(({ customerId }) => customerId))]
  await executeBound(em, 'select 1 from customers where workspace_id = ? and id = any (?) order by id for no key update', [
    workspace.id,
    customerIds,
  ])
  const rows = await executeBound<ClickRow & { pair: string; isFirst: boolean }>(
    em,
    `select pair."customerId" || ' ' || pair."linkId" as pair, click.*,
       not exists (select from conversion_claims where customer_id = pair."customerId" and link_id = pair."linkId") as "isFirst"
     from (select distinct * from jsonb_to_recordset(?::jsonb) as input ("customerId" text, "linkId" text)) as pair
     join links on links.id = pair."linkId" and links.workspace_id = ? and links.disabled_at is null
     cross join lateral (
       select click_id as id, clicked_at as timestamp, ${dimensionColumns.join(', ')} from lead_events
       where customer_id = pair."customerId" and lead_events.link_id = pair."linkId"
       order by lead_events.timestamp desc, lead_events.id desc limit 1) as click`,
    [JSON.stringify(pairs), workspace.id],
  )
  return new Map(rows.map(({ pair, isFirst, ...click }) => [pair, { isFirst, click: { ...click, timestamp: new Date(click.timestamp) } }]))
}
