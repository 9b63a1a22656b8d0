/**
 * Customers: people known to a workspace, identified by an external id that is unique in the workspace.
 *
 * A customer keeps its first known click. Its sale counters are written only in the transaction that records a sale. The former ids of a
 * merged customer keep working. Used by the API and by `tracking`.
 */
export { mayReadCustomers } from './may-read-customers.js'
export { generateNickname } from './nickname.js'
export { countCustomers } from './count-customers.js'
export { createCustomer } from './create-customer.js'
export { type Customer } from './customer.entity.js'
export {
  countCustomersQuerySchema,
  createCustomerBodySchema,
  CustomerParams,
  expandedQuerySchema,
  getCustomersQuerySchema,
  updateCustomerBodySchema,
} from './customer-input.schema.js'
export {
  type CustomerReference,
  deleteCustomersQuery,
  insertCustomersQuery,
  lockCustomersQuery,
  readCustomers,
} from './customer-batch.queries.js'
export { findCustomer, findCustomersById, setStripeCustomerId, setStripeCustomerIds, recordSubscriptionEnd } from './customer.queries.js'
export {
  type CustomerResponse,
  CustomerCount,
  CustomerEnrichedSchema,
  CustomerSchema,
  DeletedCustomer,
  OfferedDiscount,
} from './customer.schema.js'
export { deleteCustomersOfWorkspace } from './delete-customers-of-workspace.js'
export { deleteCustomer, deleteCustomers } from './delete-customer.js'
export { identifiersOfDeleted } from './deleted-identifiers.js'
export { type CustomerDetails, ensureCustomer, hasMissingFields, newCustomerRow } from './ensure-customer.js'
export { customerDeleted, type CustomerDeletion, customerMerged } from './events.js'
export { exportCustomers, runCustomerExport, exportCustomersQuerySchema } from './export/export-customers.js'
export { eraseCustomerFromLogs } from './erase-from-logs.js'
export { getCustomer } from './get-customer.js'
export { exportCustomersJob } from './jobs.js'
export { listCustomers } from './list-customers.js'
export { displayName, presentCustomer } from './present-customer.js'
export { aliasCustomer, mergeCustomerRows } from './merge.queries.js'
export { moveCustomersOfPartner } from './move-customers-of-partner.queries.js'
export { requireCustomer } from './require-customer.js'
export { storeCustomerUpdate, updateCustomer } from './update-customer.js'
