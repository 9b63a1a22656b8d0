/** Passes counted clicks on to ClickHouse. */
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type ClickHouse, clickHouseOf } from '../../clickhouse/index.js'
import { withTransaction } from '../../kernel/db/pool.js'
import { minIdAt } from '../../kernel/ids.js'
import type { Log } from '../../kernel/log.js'
import type { Scope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { UnavailableError } from '../../kernel/unavailable-error.js'
import { readEventStore } from './active-store.queries.js'
import { finishClickBlock, hasClickBlocks, lockClickBlock } from './click-blocks.queries.js'
import { type BlockedClick, listBlockedClicks } from './click-rows.js'
import { insertBlock } from './stored-clicks.js'

type WriteScope = Pick<Scope, 'pool' | 'config' | 'log'>

/**
 * Writes waiting blocks until there are none that another process does not write. A block is locked until it is deleted, and ClickHouse
 * recognises one that an earlier attempt inserted, so each is stored once. A block that ClickHouse refuses does not delay the others.
 * Throws `UnavailableError` while ClickHouse is away.
 */
export async function writeClickBlocks({ pool, config, log }: WriteScope, stop?: AbortSignal): Promise<void> {
  const clickHouse = clickHouseOf(config)
  if (!clickHouse) return
  for (let after: string | null = ''; after !== null && !stop?.aborted;) after = await writeBlock({ pool, clickHouse, log }, after)
}

/** Writes the next block after the given one. Returns the block to continue after, or null if there was none. */
const writeBlock = (
  { pool, clickHouse, log }: { pool: pg.Pool; clickHouse: ClickHouse; log: Log },
  after: string,
): Promise<string | null> =>
  withTransaction(pool, async (client) => {
    const block = await lockClickBlock(client, after)
    if (!block) return null
    let clicks: BlockedClick[]
    try {
      clicks = listBlockedClicks(block.content)
      await insertBlock(clickHouse, clicks, block.content, block.id)
    } catch (error) {
      if (error instanceof UnavailableError) throw error
      log.error({ err: error, block: block.id }, 'ClickHouse refused a block of clicks; it is sent again later')
      return block.id
    }
    // PostgreSQL announced clicks that are copied only.
    const isCopy = (await readEventStore(client))?.name === 'postgres'
    await finishClickBlock(client, block.id, isCopy ? [] : clicks)
    return after
  })

const maxFlushMs = minutes(1)

/**
 * Waits until the clicks that are counted now, of one workspace or of all, are in ClickHouse. Throws `UnavailableError` if it takes too
 * long.
 */
export async function flushClickBlocks(scope: WriteScope, workspaceId: string | null = null): Promise<void> {
  const until = performance.now() + maxFlushMs
  const last = minIdAt('batch_', Date.now() + 1)
  while (await hasClickBlocks(scope.pool, last, workspaceId)) {
    if (performance.now() > until) throw new UnavailableError('Clicks wait for the event store. Repeat the request later.')
    await writeClickBlocks(scope)
    await setTimeout(50) // another process may be writing the rest
  }
}
