/** SQL of crediting a lead as it happens. */
import type { InWorkspace } from '../../accounts/index.js'
import type { Customer } from '../../customers/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { Attribution, KnownClick } from './credit.js'

/**
 * The workspace's rule. Asked after the customer is locked: whoever waited for a recomputation to let go of the customer must go by the
 * rule that it went by, not by the one of when the request began.
 */
export async function attributionNow({ em, workspace }: InWorkspace): Promise<Attribution> {
  const [row] = await em.execute<[Attribution]>(
    'select attribution_model as model, attribution_window_days as "windowDays" from workspaces where id = ?',
    [workspace.id],
  )
  return row
}

/** Clicks that are known of the customer: the first, and those that came with leads. The customer is locked, so no lead is being written. */
export async function clicksOfCustomer({ em }: Scope, { id, clickId, clickedAt }: Customer): Promise<KnownClick[]> {
  const rows: KnownClick[] = await em.execute(
    'select distinct coalesce(named_click_id, click_id) as id, coalesce(named_clicked_at, clicked_at) as at from lead_events where customer_id = ?',
    [id],
  )
  const known = new Map(rows.map((click) => [click.id, { id: click.id, at: new Date(click.at) }]))
  if (clickId && clickedAt) known.set(clickId, { id: clickId, at: clickedAt })
  return [...known.values()]
}
