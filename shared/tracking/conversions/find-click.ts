/** The click that a caller names, whether or not it is a row yet. */
import { clickIdTime, isClickId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { RawClick } from '../click-batch.js'
import { clickFactsKey } from '../click-recorder.js'
import { clickById } from '../click.queries.js'
import { type ClickRow, describeClick } from '../describe-click.js'
import { placesOf } from '../visitor/place-of-config.js'

/** An answered click waits in the queue for a while; until it is a row, its facts lie in the short-lived store. */
export async function findClick({ pool, store, config }: Scope, id: string): Promise<ClickRow | null> {
  if (!isClickId(id)) return null
  const row = await clickById(pool, id, new Date(clickIdTime(id)))
  if (row) return row
  const facts = await store.get(clickFactsKey(id))
  return facts ? describeClick(JSON.parse(facts) as RawClick, await placesOf(config)) : null
}
