import type { InWorkspace } from '../../accounts/index.js'
import { customerOfSale } from './customer.queries.js'
import { findPerson } from './find-person.js'
import type { Outcome } from './outcome.js'
import { lockSale } from './sale.queries.js'

/** Whom a delivery tells of: the id of a customer, or null for somebody unknown here. */
export async function customerOf(scope: InWorkspace, provider: string, outcomes: readonly Outcome[]): Promise<string | null> {
  for (const outcome of outcomes) {
    const id = await customerOfOne(scope, provider, outcome)
    if (id) return id
  }
  return null
}

async function customerOfOne(scope: InWorkspace, provider: string, outcome: Outcome): Promise<string | null> {
  if ('person' in outcome) return (await findPerson(scope, provider, outcome.person))?.id ?? null
  if (outcome.kind !== 'refund') return null
  const sale = await lockSale(scope, provider, outcome.references)
  return sale && customerOfSale(scope, sale.sale)
}
