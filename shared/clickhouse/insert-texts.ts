import { newId } from '../kernel/ids.js'
import { minutes } from '../kernel/time.js'
import { blockContent } from './block-content.js'
import type { ClickHouse } from './client.js'
import { hashedColumns, type HashedColumn, textHash } from './text-hashes.js'

/** Texts that this process inserted recently. Forgotten now and then, so that texts that the server lost are inserted again. */
interface Known {
  texts: Set<string>
  until: number
}

const known = new WeakMap<ClickHouse, Known>()
const maxKnown = 500_000
const maxAgeMs = minutes(10)

export type TextRow = Record<HashedColumn | 'workspace_id', string>

/** Lets all texts be inserted again, after they were deleted. */
export const forgetInsertedTexts = (clickHouse: ClickHouse) => known.delete(clickHouse)

/** Stores the texts of events. Call it before the events are stored, so that none refers to a missing text. Repeating it changes nothing. */
export async function insertTexts(clickHouse: ClickHouse, rows: readonly TextRow[]): Promise<void> {
  const { texts } = recentlyInserted(clickHouse)
  const added = new Map<string, { workspace_id: string; hash: string; text: string }>()
  for (const row of rows) {
    for (const column of Object.keys(hashedColumns) as HashedColumn[]) {
      const [hash, text] = [textHash(row[column]), row[column]]
      const key = `${row.workspace_id} ${hash}`
      if (!texts.has(key)) added.set(key, { workspace_id: row.workspace_id, hash, text })
    }
  }
  if (added.size === 0) return
  // The token differs each time, so that texts that were deleted are inserted again.
  await clickHouse.insert({
    table: 'texts',
    content: blockContent(['workspace_id', 'hash', 'text'], [...added.values()]),
    token: newId('batch_'),
  })
  for (const key of added.keys()) texts.add(key)
}

function recentlyInserted(clickHouse: ClickHouse): Known {
  let found = known.get(clickHouse)
  if (!found || found.until < Date.now() || found.texts.size > maxKnown) {
    found = { texts: new Set(), until: Date.now() + maxAgeMs }
    known.set(clickHouse, found)
  }
  return found
}
