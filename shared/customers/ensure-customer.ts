import type { InWorkspace } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import type { Customer } from './customer.entity.js'
import { deleteCustomerRow, insertOrComplete, mergedInto } from './customer.queries.js'

/** What is known of somebody who came through a link. */
export interface KnownCustomer extends Pick<Customer, 'externalId' | 'name' | 'email' | 'avatar'> {
  click: Pick<Customer, 'clickId' | 'clickedAt' | 'linkId' | 'programId' | 'partnerId' | 'country'>
}

/**
 * The customer of that external id: a new one, or the one that is there, who learns what was unknown and forgets nothing. The row stays
 * locked until the transaction ends, so what happens to one customer happens in order.
 */
export async function ensureCustomer(scope: InWorkspace, { click, ...person }: KnownCustomer): Promise<Customer> {
  const now = scope.now()
  const given = {
    id: newId('cus_', now.getTime()),
    workspaceId: scope.workspace.id,
    ...person,
    avatar: person.avatar !== null && URL.canParse(person.avatar) ? person.avatar : null,
    ...click,
    createdAt: now,
    updatedAt: now,
  }
  const into = await mergedInto(scope, given.workspaceId, given.externalId)
  const customer = await insertOrComplete(scope, { ...given, externalId: into ?? given.externalId })
  const meanwhile = customer.id === given.id && into === null ? await mergedInto(scope, given.workspaceId, given.externalId) : null
  if (meanwhile === null) return customer
  // The one who was there had just been merged into another.
  await deleteCustomerRow(scope, customer.id)
  return insertOrComplete(scope, { ...given, id: newId('cus_', now.getTime()), externalId: meanwhile })
}
