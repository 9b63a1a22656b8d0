/** Begins, ends and gives up the move of events to the other store. */
import { type ClickHouse, invalidateInsertedTexts, tableNames } from '../../clickhouse/index.js'
import { withTransaction } from '../../kernel/db/pool.js'
import type { Scope } from '../../kernel/scope.js'
import { StartupError } from '../../kernel/startup-error.js'
import { blockIngestion, lockConversionRollUp } from '../../rollups/index.js'
import { lockedEventStore } from '../click-store/active-store.js'
import type { EventDatabase } from '../click-store/active-store.queries.js'
import { recentClicksMs } from '../click-store/click-blocks.queries.js'
import type { Client } from '../click-store/click-store.js'
import { firstClickAt } from '../click-store/clickhouse-clicks.queries.js'
import { flushClickBlocks } from '../click-store/write-click-blocks.js'
import { deleteClicks, recordRecentClicks, restartRollUps, setEventStore, setMovingTo } from './move-state.queries.js'

export type MoveScope = Pick<Scope, 'pool' | 'config' | 'log' | 'now'> & { clickHouse: ClickHouse }

/** Does `work` while no event can be stored, copied or erased. */
export const whileEventsWait = <Result>({ pool }: Pick<MoveScope, 'pool'>, work: (client: Client) => Promise<Result>): Promise<Result> =>
  withTransaction(pool, async (client) => {
    await blockIngestion(client)
    await lockConversionRollUp(client)
    return work(client)
  })

/**
 * Empties the target and has all new events stored in both from then on. Continues a move that was interrupted. Returns false if the events
 * are there already.
 */
export const beginMove = (scope: MoveScope, target: EventDatabase): Promise<boolean> =>
  whileEventsWait(scope, async (client) => {
    const { name, movingTo } = await lockedEventStore(client, scope.clickHouse)
    if (name === target) {
      if (movingTo) throw new StartupError(`Events are being moved to ${movingTo}. Finish or cancel that first.`)
      return false
    }
    if (movingTo === target) return true
    if (target === 'clickhouse') {
      await deleteStored(scope.clickHouse)
      await recordRecentClicks(client, new Date(scope.now().getTime() - recentClicksMs))
    } else {
      await flushClickBlocks(scope)
      await deleteClicks(client)
      await restartRollUps(client, (await firstClickAt(scope.clickHouse)) ?? scope.now())
    }
    await setMovingTo(client, target)
    return true
  })

/** Throws a `StartupError` unless events are still being moved to the target. */
export async function requireMove(client: Client, { clickHouse }: MoveScope, target: EventDatabase): Promise<void> {
  if ((await lockedEventStore(client, clickHouse)).movingTo !== target)
    throw new StartupError(`Events are no longer being moved to ${target}: another run of events:move finished or cancelled that.`)
}

/** Makes the target the store of events if `check` finds that it has them all. Returns whether it did. Throws like `requireMove`. */
export const finishMove = (scope: MoveScope, target: EventDatabase, check: (client: Client) => Promise<boolean>): Promise<boolean> =>
  whileEventsWait(scope, async (client) => {
    await flushClickBlocks(scope)
    await requireMove(client, scope, target)
    if (!(await check(client))) return false
    await setEventStore(client, target)
    return true
  })

/** Events are stored in one store again, the one that they were moved from. */
export const cancelMove = (scope: MoveScope): Promise<void> =>
  whileEventsWait(scope, async (client) => {
    await flushClickBlocks(scope)
    await setMovingTo(client, null)
  })

async function deleteStored(clickHouse: ClickHouse): Promise<void> {
  for (const table of tableNames) await clickHouse.truncate(table)
  invalidateInsertedTexts(clickHouse)
}

/** Deletes what the store that is not used still holds. */
export const deleteMovedCopies = (scope: MoveScope): Promise<EventDatabase> =>
  whileEventsWait(scope, async (client) => {
    const { name, movingTo } = await lockedEventStore(client, scope.clickHouse)
    if (movingTo) throw new StartupError(`Events are being moved to ${movingTo}. Finish or cancel that first.`)
    if (name === 'clickhouse') await deleteClicks(client)
    else await deleteStored(scope.clickHouse)
    return name
  })
