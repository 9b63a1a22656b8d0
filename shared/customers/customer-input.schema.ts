/** What callers say of customers, and ask. */
import { z } from 'zod'
import { pageFields, queryFlag } from '../kernel/fields.js'
import { pagingFault } from '../kernel/paging.js'

const includeExpandedFields = queryFlag().optional().meta({ description: 'Whether each customer comes with link, partner and discount.' })
export const expandedQuerySchema = z.object({ includeExpandedFields })

/** Names the customer: its own id, or `ext_` and the caller's. */
export const CustomerParams = z.object({ id: z.string().meta({ description: 'Id of the customer, or `ext_` and your own id.' }) })

export const customerFilterFields = {
  email: z.string().optional().meta({ description: 'Only the customers with this address. Wins over the two below.' }),
  externalId: z.string().optional().meta({ description: 'Only the customer with this id of yours. Wins over `search`.' }),
  search: z
    .string()
    .optional()
    .meta({ description: 'Only customers with these words in name or address; with an `@`, those with that address.' }),
  country: z.string().optional().meta({ description: 'Only customers from this country: two letters.' }),
  linkId: z.string().optional().meta({ description: 'Only customers who came by this link.' }),
  programId: z.string().optional().meta({ description: 'Only customers of this partner program.' }),
  partnerId: z.string().optional().meta({ description: 'Only customers whom this partner brought.' }),
}
export type CustomerFilter = z.infer<z.ZodObject<typeof customerFilterFields>>

export const customerSortings = ['createdAt', 'saleAmount', 'firstSaleAt', 'subscriptionCanceledAt'] as const
const largestPage = 100

export const getCustomersQuerySchema = z
  .object({
    ...customerFilterFields,
    includeExpandedFields,
    sortBy: z.enum(customerSortings).default('createdAt').meta({ description: 'What the customers are sorted by.' }),
    sortOrder: z.enum(['asc', 'desc']).default('desc').meta({ description: 'The largest or newest first, or last.' }),
    endingBefore: z.string().optional().meta({ description: 'Id of a customer: the answer holds the customers just before it.' }),
    startingAfter: z.string().optional().meta({ description: 'Id of a customer: the answer holds the customers just after it.' }),
    ...pageFields(largestPage),
  })
  .superRefine((query, context) => {
    const fault = pagingFault(query)
    if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
  })
export type GetCustomers = z.infer<typeof getCustomersQuerySchema>

export const countCustomersQuerySchema = z.object({
  ...customerFilterFields,
  groupBy: z
    .enum(['country', 'linkId'])
    .optional()
    .meta({ description: 'Count for each value of this property instead; a filter by the same property is left out.' }),
})
export type CountCustomers = z.infer<typeof countCustomersQuerySchema>

const fields = {
  email: z.email().nullish().meta({ description: 'E-mail address.' }),
  name: z.string().max(190).nullish().meta({ description: 'Name. Without one the address is shown, or a name by chance.' }),
  avatar: z.url().nullish().meta({ description: 'Address of a picture.' }),
  externalId: z.string().trim().min(1).max(100).meta({ description: 'Your own id of the customer, unique in the workspace.' }),
  stripeCustomerId: z.string().nullish().meta({ description: 'Id of the customer at Stripe; nobody else has it.' }),
  country: z.string().meta({ description: 'Country: two letters.' }),
}

export const createCustomerBodySchema = z.object({ ...fields, country: fields.country.nullish() })
export type CreateCustomer = z.infer<typeof createCustomerBodySchema>

export const updateCustomerBodySchema = z.object(fields).partial()
export type UpdateCustomer = z.infer<typeof updateCustomerBodySchema>
