/** Request schemas of customers. */
import { z } from 'zod'
import { deprecatedPageFields, idText, maxTextLength, queryBoolean } from '../kernel/input-fields.js'
import { paginationError } from '../kernel/pagination.js'
import { isCountry } from '../links/index.js'

const includeExpandedFields = queryBoolean()
  .optional()
  .meta({ description: 'Whether to include link, partner and discount of each customer.' })
export const expandedQuerySchema = z.object({ includeExpandedFields })

export const CustomerParams = z.object({
  id: z.string().meta({ description: 'Id of the customer, or `ext_` followed by your external id.' }),
})

export const customerFilterFields = {
  email: z.string().optional().meta({ description: 'Filter by email address. Takes precedence over `externalId` and `search`.' }),
  externalId: z.string().optional().meta({ description: 'Filter by your external id. Takes precedence over `search`.' }),
  search: z
    .string()
    .optional()
    .meta({ description: 'Filter by words in the name or email address; a value with `@` must match the whole address.' }),
  country: z.string().optional().meta({ description: 'Filter by two-letter country code.' }),
  linkId: z.string().optional().meta({ description: 'Filter by the link that brought the customer.' }),
  programId: z.string().optional().meta({ description: 'Filter by partner program.' }),
  partnerId: z.string().optional().meta({ description: 'Filter by the partner who referred the customer.' }),
}
export type CustomerFilter = z.infer<z.ZodObject<typeof customerFilterFields>>

export const customerSortKeys = ['createdAt', 'saleAmount', 'firstSaleAt', 'subscriptionCanceledAt'] as const
const maxPageSize = 100

export const getCustomersQuerySchema = z
  .object({
    ...customerFilterFields,
    includeExpandedFields,
    sortBy: z.enum(customerSortKeys).default('createdAt').meta({ description: 'Field to sort by.' }),
    sortOrder: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Sort direction.' }),
    endingBefore: z.string().optional().meta({ description: 'Cursor: id of the customer before which the page ends.' }),
    startingAfter: z.string().optional().meta({ description: 'Cursor: id of the customer after which the page starts.' }),
    ...deprecatedPageFields(maxPageSize),
  })
  .superRefine((query, context) => {
    const error = paginationError(query)
    if (error) context.addIssue({ code: 'custom', path: [error.field], message: error.message })
  })
export type GetCustomers = z.infer<typeof getCustomersQuerySchema>

export const countCustomersQuerySchema = z.object({
  ...customerFilterFields,
  groupBy: z
    .enum(['country', 'linkId'])
    .optional()
    .meta({ description: 'Return counts per value of this field; a filter on the same field is ignored.' }),
})
export type CountCustomers = z.infer<typeof countCustomersQuerySchema>

const fields = {
  email: z.email().max(254).nullish().meta({ description: 'Email address.' }),
  name: z.string().max(190).nullish().meta({ description: 'Name. Defaults to the email address, or to a generated name.' }),
  avatar: z.url().max(maxTextLength).nullish().meta({ description: 'URL of an image.' }),
  externalId: z.string().trim().min(1).max(100).meta({ description: 'Your external id of the customer, unique in the workspace.' }),
  stripeCustomerId: idText().nullish().meta({ description: 'Stripe id of the customer, unique in the workspace.' }),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .max(2)
    .refine(isCountry, { message: 'Must be a two-letter country code (ISO 3166-1).' })
    .meta({ description: 'Two-letter country code.' }),
}

export const createCustomerBodySchema = z.object({ ...fields, country: fields.country.nullish() })
export type CreateCustomer = z.infer<typeof createCustomerBodySchema>

export const updateCustomerBodySchema = z.object(fields).partial()
export type UpdateCustomer = z.infer<typeof updateCustomerBodySchema>
