/** Copies leads and sales to ClickHouse. PostgreSQL decides them; ClickHouse answers questions about them. */
import { type ClickHouse, clickHouseOf, insertTexts } from '../../clickhouse/index.js'
import { withTransaction } from '../../kernel/db/pool.js'
import type { Scope } from '../../kernel/scope.js'
import { deletePendingChanges, listPendingChanges, lockConversionRollUp, rollUpConversions } from '../../rollups/index.js'
import { readEventStore } from '../click-store/active-store.queries.js'
import type { Client } from '../click-store/click-store.js'
import { changedConversions, conversionContents, nextVersion } from './copy-conversions.queries.js'

const changesPerStep = 5000

type CopyScope = Pick<Scope, 'pool' | 'config' | 'now'>

/** Applies pending changes of leads and sales to the rollups or, if events are in ClickHouse, to its tables. */
export async function applyPendingConversions(scope: CopyScope): Promise<void> {
  const clickHouse = clickHouseOf(scope.config)
  const store = clickHouse && (await readEventStore(scope.pool))
  if (clickHouse && store?.name === 'clickhouse' && store.movingTo === null) {
    while (await withTransaction(scope.pool, (client) => copyPendingStep(client, clickHouse)));
    return
  }
  // While events are moved, changes are needed in both.
  const copy = async (client: Client, changes: readonly number[]) => {
    const current = clickHouse && (await readEventStore(client))
    if (clickHouse && current && (current.name === 'clickhouse' || current.movingTo)) await copyChanges(client, clickHouse, changes)
  }
  await rollUpConversions(scope, undefined, copy)
}

/**
 * Returns whether there may be more. The changes are deleted once ClickHouse has the rows. After a crash in between, they are copied again
 * with a higher version, which replaces the first copy.
 */
export async function copyPendingStep(client: Client, clickHouse: ClickHouse, limit = changesPerStep): Promise<boolean> {
  await lockConversionRollUp(client)
  const changes = await listPendingChanges(client, limit)
  if (changes.length === 0) return false
  await copyChanges(client, clickHouse, changes)
  await deletePendingChanges(client, changes)
  return changes.length === limit
}

/** Copies all pending changes in the caller's transaction, under its lock of the roll-up. */
export async function copyPendingConversions(client: Client, clickHouse: ClickHouse): Promise<void> {
  while (await copyPendingStep(client, clickHouse));
}

async function copyChanges(client: Client, clickHouse: ClickHouse, changes: readonly number[]): Promise<void> {
  const version = await nextVersion(client)
  const changed = await changedConversions(client, changes)
  await insertTexts(clickHouse, [...changed.leads, ...changed.sales])
  for (const { table, content } of conversionContents(changed, version)) await clickHouse.insert({ table, content })
}
