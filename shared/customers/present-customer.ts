/** Conversion of customers to responses. */
import type { WorkspaceScope } from '../accounts/index.js'
import { hiddenFolderIds } from '../links/index.js'
import { linksOfCustomers, referralsOfCustomers } from './customer-list.queries.js'
import type { Customer } from './customer.entity.js'
import type { CustomerResponse } from './customer.schema.js'
import { generateNickname } from './nickname.js'

/** Falls back to the email address, then to a generated name. */
export const displayName = ({ id, name, email }: Pick<Customer, 'id' | 'name' | 'email'>) => name ?? email ?? generateNickname(id)

export function presentCustomer(customer: Customer): CustomerResponse {
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

/** With `expanded`, adds the link of each customer, unless it is in a folder that the caller may not read, its partner and their discount. */
export async function presentCustomers(
  scope: WorkspaceScope,
  customers: readonly Customer[],
  expanded: boolean,
): Promise<CustomerResponse[]> {
  if (!expanded) return customers.map(presentCustomer)
  const links = await linksOfCustomers(scope, customers, await hiddenFolderIds(scope))
  const referrals = await referralsOfCustomers(scope, customers)
  return customers.map((customer) => ({
    ...presentCustomer(customer),
    link: links.get(customer.linkId ?? '') ?? null,
    programId: customer.programId,
    partner: referrals.get(customer.id)?.partner ?? null,
    discount: referrals.get(customer.id)?.discount ?? null,
  }))
}
