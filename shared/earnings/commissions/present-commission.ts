import type { InWorkspace, WorkspaceScope } from '../../accounts/index.js'
import { type Customer, findCustomersById, presentCustomer } from '../../customers/index.js'
import type { CommissionDetails } from './commission-details.queries.js'
import type { Commission } from './commission.entity.js'
import type { CommissionResponse } from './commission.schema.js'

export function presentBase(commission: Commission): Omit<CommissionResponse, 'paidAt' | 'partner' | 'customer'> {
  const { id, type, amount, earnings, currency, status, invoiceId, description, quantity, userId, metadata, createdAt, updatedAt } =
    commission
  return {
    id,
    type,
    amount,
    earnings,
    currency,
    status,
    invoiceId,
    description,
    quantity,
    userId,
    metadata,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export async function customersOf(scope: InWorkspace, commissions: readonly CommissionDetails[]): Promise<Map<string, Customer>> {
  return findCustomersById(scope, [...new Set(commissions.flatMap(({ commission }) => commission.customerId ?? []))])
}

/** A caller who may not read customers gets commissions without them. */
export async function presentCommissions(scope: WorkspaceScope, rows: readonly CommissionDetails[]): Promise<CommissionResponse[]> {
  const customers = scope.actor.permissions.has('customers.read') ? await customersOf(scope, rows) : new Map<string, Customer>()
  return rows.map(({ commission, paidAt, partner }) => {
    const customer = customers.get(commission.customerId ?? '')
    return {
      ...presentBase(commission),
      paidAt: paidAt?.toISOString() ?? null,
      partner,
      customer: customer ? presentCustomer(customer) : null,
    }
  })
}
