/** SQL of attributing a lead when it is tracked. */
import type { InWorkspace } from '../../accounts/index.js'
import type { Customer } from '../../customers/index.js'
import { executePrepared } from '../../kernel/db/execute-bound.js'
import type { Scope } from '../../kernel/scope.js'
import type { Attribution, KnownClick } from './credit.js'

/**
 * The workspace's current rule. Read after the customer is locked: a request that waited for a recomputation must use the rule of that
 * recomputation, not the one from when the request began.
 */
export async function currentAttribution({ em, workspace }: InWorkspace): Promise<Attribution> {
  const [row] = await executePrepared<Attribution>(
    em,
    'select attribution_model as model, attribution_window_days as "windowDays" from workspaces where id = ?',
    [workspace.id],
  )
  return row as Attribution
}

/** The customer's known clicks: the first one, and those of leads. The customer is locked, so no lead is being written. */
export async function listKnownClicks({ em }: Scope, { id, clickId, clickedAt }: Customer): Promise<KnownClick[]> {
  const rows: KnownClick[] = await executePrepared(
    em,
    `select distinct coalesce(named_click_id, click_id) as id, coalesce(named_clicked_at, clicked_at) as at from lead_events
     where customer_id = ?`,
    [id],
  )
  const clicks = new Map(rows.map((click) => [click.id, { id: click.id, at: new Date(click.at) }]))
  if (clickId && clickedAt) clicks.set(clickId, { id: clickId, at: clickedAt })
  return [...clicks.values()]
}
