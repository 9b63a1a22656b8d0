import { clickIdTime } from '../kernel/ids.js'
import { clickStoreOf, type StoreScope } from './click-store/active-store.js'
import type { ClickRow } from './enrich-click.js'

/** Clicks by their ids, oldest first. Missing clicks are left out. */
export async function findClicks(scope: StoreScope, ids: readonly string[]): Promise<ClickRow[]> {
  return (await clickStoreOf(scope)).find(ids.map((id) => ({ id, at: new Date(clickIdTime(id)) })))
}
