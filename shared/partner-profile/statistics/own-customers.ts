/** The customers that a partner brought to one program. Names and addresses are masked unless the program shares them. */
import { z } from 'zod'
import type { CustomerResponse } from '../../customers/index.js'
import { countCustomers, type CustomerCount, getCustomer, listCustomers } from '../../customers/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { idText, pageFields } from '../../kernel/input-fields.js'
import { ownCustomerNotFound } from '../errors.js'
import { type OwnProgramScope } from '../program-scope.js'
import { OwnProgramParams } from '../programs/program-of-partner.schema.js'
import { maskEmail } from './own-events.js'

const filter = {
  country: z.string().max(2).optional().meta({ description: 'Filter by two-letter country code.' }),
  linkId: idText().optional().meta({ description: 'Filter by one of your links.' }),
}
export const ownCustomersQuerySchema = z.object({
  ...filter,
  sortBy: z.enum(['createdAt', 'saleAmount', 'firstSaleAt', 'subscriptionCanceledAt']).default('createdAt'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  ...pageFields(100),
})
export const exportOwnCustomersQuerySchema = z.object(filter)
export const countOwnCustomersQuerySchema = z.object({ ...filter, groupBy: z.enum(['country', 'linkId']).optional() })
export const OwnCustomerParams = OwnProgramParams.extend({ customerId: idText() })

export const OwnCustomer = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  country: z.string().nullable(),
  sales: z.number(),
  saleAmount: z.number().describe('Cents.'),
  createdAt: z.string(),
  firstSaleAt: z.string().nullable(),
  subscriptionCanceledAt: z.string().nullable(),
})

export async function listOwnCustomers(scope: OwnProgramScope, query: z.infer<typeof ownCustomersQuerySchema>) {
  const customers = await listCustomers(scope, { ...query, ...ofPartner(scope) })
  return customers.map((customer) => present(scope, customer))
}

/** At most `size` customers after one, newest first. */
export async function ownCustomersAfter(
  scope: OwnProgramScope,
  filter: z.infer<typeof exportOwnCustomersQuerySchema>,
  { after, size }: { after: string | null; size: number },
): Promise<z.infer<typeof OwnCustomer>[]> {
  const order = { sortBy: 'createdAt', sortOrder: 'desc', pageSize: size, ...(after && { startingAfter: after }) } as const
  const customers = await listCustomers(scope, { ...filter, ...order, ...ofPartner(scope) })
  return customers.map((customer) => present(scope, customer))
}

export const countOwnCustomers = (scope: OwnProgramScope, query: z.infer<typeof countOwnCustomersQuerySchema>): Promise<CustomerCount> =>
  countCustomers(scope, { ...query, ...ofPartner(scope) })

export async function getOwnCustomer(scope: OwnProgramScope, customerId: string) {
  const customer = await getCustomer(scope, customerId, true).catch(hideNotFound)
  if (customer.partner?.id !== scope.partner.id || customer.programId !== scope.program.id) throw ownCustomerNotFound()
  return present(scope, customer)
}

/** The same answer for customers that do not exist and those of other partners: no caller learns which ids a program knows. */
function hideNotFound(error: unknown): never {
  throw error instanceof ServiceError && error.code === 'not_found' ? ownCustomerNotFound() : error
}

const ofPartner = ({ program, partner }: OwnProgramScope) => ({ programId: program.id, partnerId: partner.id })

function present({ enrolment }: OwnProgramScope, customer: CustomerResponse): z.infer<typeof OwnCustomer> {
  const isShared = Boolean(enrolment.customerDataSharingEnabledAt)
  return {
    id: customer.id,
    name: isShared ? (customer.name ?? null) : null,
    email: isShared ? (customer.email ?? null) : maskEmail(customer.email),
    country: customer.country ?? null,
    sales: customer.sales ?? 0,
    saleAmount: customer.saleAmount ?? 0,
    createdAt: customer.createdAt,
    firstSaleAt: customer.firstSaleAt ?? null,
    subscriptionCanceledAt: customer.subscriptionCanceledAt ?? null,
  }
}
