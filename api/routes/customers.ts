import { plansWith } from '../../shared/accounts/index.js'
import {
  countCustomers, countCustomersQuerySchema, createCustomer, createCustomerBodySchema, CustomerCount, CustomerEnrichedSchema, CustomerParams, deleteCustomer, DeletedCustomer, expandedQuerySchema, getCustomer,
  exportCustomers, exportCustomersQuerySchema, getCustomersQuerySchema, listCustomers, updateCustomer, updateCustomerBodySchema,
} from '../../shared/customers/index.js'
import { CustomerActivity, listActivity, MergeCustomers, mergeCustomers } from '../../shared/tracking/index.js'
import { workspace } from '../access/workspace.js'
import { byCursor, endpoint } from '../endpoint.js'
import { fileOrJob } from '../http/reply.js'

const tag = 'Customers'
const plans = plansWith('customers')
const byWriters = workspace({ roles: ['owner', 'member'] })

export const customers = [
  endpoint({
    id: 'getCustomers', sdk: 'customers.list', tag, method: 'GET', path: '/customers',
    summary: 'List customers',
    description: 'The newest first, unless asked otherwise. Go on with `startingAfter` and the id of the last one.',
    access: workspace(), rate: 'api', plans,
    hints: { pagination: byCursor },
    query: getCustomersQuerySchema, output: CustomerEnrichedSchema.array(),
    run: ({ scope, query }) => listCustomers(scope, query),
  }),
  endpoint({
    id: 'createCustomer', method: 'POST', path: '/customers', hidden: true, status: 201,
    access: byWriters, rate: 'api', plans,
    body: createCustomerBodySchema, output: CustomerEnrichedSchema,
    run: ({ scope, body }) => createCustomer(scope, body),
  }),
  endpoint({
    id: 'countCustomers', method: 'GET', path: '/customers/count', hidden: true,
    access: workspace(), rate: 'api',
    query: countCustomersQuerySchema, output: CustomerCount,
    run: ({ scope, query }) => countCustomers(scope, query),
  }),
  endpoint({
    id: 'exportCustomers', method: 'GET', path: '/customers/export', hidden: true,
    access: workspace(), rate: 'api', plans,
    query: exportCustomersQuerySchema,
    run: async ({ scope, query }) => fileOrJob(await exportCustomers(scope, query)),
  }),
  endpoint({
    id: 'getCustomer', sdk: 'customers.get', tag, method: 'GET', path: '/customers/{id}',
    summary: 'Find a customer',
    access: workspace(), rate: 'api', plans, fails: ['not_found'],
    params: CustomerParams, query: expandedQuerySchema, output: CustomerEnrichedSchema,
    run: ({ scope, params, query }) => getCustomer(scope, params.id, query.includeExpandedFields),
  }),
  endpoint({
    id: 'updateCustomer', sdk: 'customers.update', tag, method: 'PATCH', path: '/customers/{id}',
    summary: 'Change a customer',
    description: 'What is left out stays as it is.',
    access: byWriters, rate: 'api', plans, fails: ['not_found', 'conflict'], hints: { 'max-method-params': 2 },
    params: CustomerParams, query: expandedQuerySchema, body: updateCustomerBodySchema, output: CustomerEnrichedSchema,
    run: ({ scope, params, query, body }) => updateCustomer(scope, params.id, body, query.includeExpandedFields),
  }),
  endpoint({
    id: 'deleteCustomer', sdk: 'customers.delete', tag, method: 'DELETE', path: '/customers/{id}',
    summary: 'Delete a customer',
    description: 'Leads and sales stay counted. What they say of the person is taken out of them soon after.',
    access: byWriters, rate: 'api', plans, fails: ['not_found'], hints: { 'max-method-params': 1 },
    params: CustomerParams, output: DeletedCustomer,
    run: ({ scope, params }) => deleteCustomer(scope, params.id),
  }),
  endpoint({
    id: 'mergeCustomers', method: 'POST', path: '/customers/{id}/merge', hidden: true,
    access: byWriters, rate: 'api', plans, fails: ['not_found'],
    params: CustomerParams, body: MergeCustomers, output: CustomerEnrichedSchema,
    run: ({ scope, params, body }) => mergeCustomers(scope, params.id, body),
  }),
  endpoint({
    id: 'listCustomerActivity', method: 'GET', path: '/customers/{id}/activity', hidden: true,
    access: workspace(), rate: 'api',
    params: CustomerParams, output: CustomerActivity,
    run: ({ scope, params }) => listActivity(scope, params.id),
  }),
]
