/** What was told of links and waits for those who deliver it. */
import type pg from 'pg'

/** A workspace that hears of everything that happens to its links. */
export const hearing = { webhookTriggers: ['link.created', 'link.updated', 'link.deleted'] }

/** Trigger and link, in the order of the telling. */
export async function newsOf(pool: pg.Pool, workspace: { id: string }): Promise<[trigger: string, linkId: string][]> {
  const { rows } = await pool.query<{ trigger: string; link: string }>(
    `select trigger, data ->> 'id' as link from news where workspace_id = $1 order by id`,
    [workspace.id],
  )
  return rows.map(({ trigger, link }) => [trigger, link])
}
