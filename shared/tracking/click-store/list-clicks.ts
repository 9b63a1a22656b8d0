import { clickHouseOf } from '../../clickhouse/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { ClickRow } from '../enrich-click.js'
import type { ClickReference } from './click-store.js'
import { listClicksAfter } from './clickhouse-clicks.queries.js'
import { flushClickBlocks } from './write-click-blocks.js'

/** The next clicks of a workspace in ClickHouse after a click, by time and id. */
export async function listClicksInClickHouse(
  scope: Pick<Scope, 'pool' | 'config' | 'log'>,
  workspaceId: string,
  after: ClickReference | null,
  limit: number,
): Promise<ClickRow[]> {
  const clickHouse = clickHouseOf(scope.config)
  if (!clickHouse) return []
  if (after === null) await flushClickBlocks(scope, workspaceId)
  return listClicksAfter(clickHouse, workspaceId, after, limit)
}
