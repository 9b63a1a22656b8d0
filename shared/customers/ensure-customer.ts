import { newId } from '../kernel/ids.js'
import type { Workspace } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import type { Customer } from './customer.entity.js'
import { insertOrComplete } from './customer.queries.js'

/** What is known of somebody who came through a link. */
export interface KnownCustomer extends Pick<Customer, 'externalId' | 'name' | 'email' | 'avatar'> {
  click: Pick<Customer, 'clickId' | 'clickedAt' | 'linkId' | 'programId' | 'partnerId' | 'country'>
}

/**
 * The customer of that external id: a new one, or the one that is there, who learns what was unknown and forgets nothing. The
 * row stays locked until the transaction ends, so what happens to one customer happens in order.
 */
export function ensureCustomer(scope: Scope & { workspace: Workspace }, { click, ...person }: KnownCustomer): Promise<Customer> {
  const now = scope.now()
  return insertOrComplete(scope, {
    id: newId('cus_', now.getTime()),
    workspaceId: scope.workspace.id,
    ...person,
    avatar: person.avatar !== null && URL.canParse(person.avatar) ? person.avatar : null,
    ...click,
    createdAt: now,
    updatedAt: now,
  })
}
