/** SQL that deletes events of a closed workspace. Statements are bounded; each function returns the number of deleted rows. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteBatch, deleteFromFirstMonth } from '../../kernel/db/delete-batch.queries.js'
import type { Scope } from '../../kernel/scope.js'
import { blockIngestionSql, deleteSegmentsOfClicks, digestExpression, findDimension, lockSegmentBuildSql } from '../../rollups/index.js'
import type { EventTable } from '../event-partitions.js'
import { noteValuesSql } from './erased-values.queries.js'

/** Waits until every ingestion has ended that may have started before the workspace was closed. Later ones leave its clicks out. */
export const waitForIngestion = (em: EntityManager) => em.execute(blockIngestionSql)

/** `owner` is the workspace's number for clicks, and its id for leads and sales. */
export const deleteEventRows = (em: EntityManager, table: EventTable, owner: string | number, limit: number) =>
  deleteFromFirstMonth(
    em,
    {
      table,
      owner: typeof owner === 'number' ? 'workspace' : 'workspace_id',
      at: 'timestamp',
      first: 'extract(epoch from min(timestamp)) * 1000',
    },
    owner,
    limit,
  )

/** Tables with an index on `workspace_id` and no other table that depends on them. */
type WorkspaceTable = 'excluded_requests' | 'event_arrivals' | 'sale_claims' | 'refund_claims' | 'sale_refunds' | 'customer_erasures'

export const deleteWorkspaceRows = (em: EntityManager, table: WorkspaceTable, workspaceId: string, limit: number) =>
  deleteBatch(em, table, 'workspace_id = ?', [workspaceId], limit)

/**
 * Erases visitor data from clicks that belong to no workspace, for links that are deleted. These clicks date from the time shortly after
 * the link was created, before it was claimed. They remain counted.
 */
export async function eraseVisitorsOfLinks(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  links: readonly { id: string; createdAt: string }[],
): Promise<void> {
  if (links.length === 0) return
  const deleted = `jsonb_to_recordset(?::jsonb) as deleted(id text, "createdAt" timestamptz)
     join workspace_numbers on workspace_id = ''
     join dimension_values as value on value.workspace = no and dimension = ? and digest = ${digestExpression('deleted.id')}`
  const isOfLink = `link = value.id and timestamp >= deleted."createdAt" and timestamp < deleted."createdAt" + interval '1 day'`
  const parameters = [JSON.stringify(links), findDimension(['linkId'])?.code]
  const clicks = `(select click_events.* from ${deleted} join click_events on ${isOfLink}) as click`
  await em.execute(lockSegmentBuildSql)
  await em.execute(noteValuesSql(clicks), [now(), ...parameters])
  await em.execute(deleteSegmentsOfClicks(clicks), parameters)
  await em.execute(
    `update click_events set ip = '', user_agent = null, coordinates = null, identity_hash = substring(sha256(convert_to(deleted.id, 'UTF8')) for 8)
     from ${deleted} where ${isOfLink}`,
    parameters,
  )
}
