/** Customers as callers see them. */
import type { InWorkspace } from '../accounts/index.js'
import { linksOfCustomers } from './customer-list.queries.js'
import type { Customer } from './customer.entity.js'
import type { CustomerAnswer } from './customer.schema.js'
import { nicknameOf } from './nickname.js'

/** Whoever is shown in a list needs a name. */
export const displayName = ({ id, name, email }: Pick<Customer, 'id' | 'name' | 'email'>) => name ?? email ?? nicknameOf(id)

export function presentCustomer(customer: Customer): CustomerAnswer {
  const { id, email, avatar, externalId, stripeCustomerId, country, sales, saleAmount, createdAt, firstSaleAt, subscriptionCanceledAt } =
    customer
  return {
    id,
    name: displayName(customer),
    email,
    avatar,
    externalId,
    stripeCustomerId,
    country,
    sales,
    saleAmount,
    createdAt: createdAt.toISOString(),
    firstSaleAt: firstSaleAt?.toISOString() ?? null,
    subscriptionCanceledAt: subscriptionCanceledAt?.toISOString() ?? null,
  }
}

/** With `expanded`, each comes with the link that it came by, all asked at once. */
export async function presentCustomers(scope: InWorkspace, customers: readonly Customer[], expanded: boolean): Promise<CustomerAnswer[]> {
  if (!expanded) return customers.map(presentCustomer)
  const links = await linksOfCustomers(scope, customers)
  return customers.map((customer) => ({
    ...presentCustomer(customer),
    link: links.get(customer.linkId ?? '') ?? null,
    programId: customer.programId,
    partner: null,
    discount: null,
  }))
}
