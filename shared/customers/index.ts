/**
 * People who came through a link and became known: a customer belongs to a workspace and is named by the caller's own id, which is unique
 * there.
 *
 * A customer keeps the first click that is known of it. Sales and their sum are written by whoever records a sale, in the same transaction,
 * and by nobody else. One who was merged into another goes on to be found by the old names. Called by the API's tables and by tracking,
 * which stands above.
 */
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
export { findCustomer, learnStripeCustomer, noteSubscriptionEnd } from './customer.queries.js'
export { type CustomerAnswer, CustomerCount, CustomerEnrichedSchema, CustomerSchema, DeletedCustomer } from './customer.schema.js'
export { deleteCustomersOfWorkspace } from './delete-customers-of-workspace.js'
export { deleteCustomer } from './delete-customer.js'
export { namesOfDeleted } from './deleted-names.js'
export { ensureCustomer } from './ensure-customer.js'
export { customerDeleted, type CustomerDeletion, customerMerged } from './events.js'
export { exportCustomers, exportCustomersOfErrand, exportCustomersQuerySchema } from './export/export-customers.js'
export { forgetCustomerInLogs } from './forget-in-logs.js'
export { getCustomer } from './get-customer.js'
export { exportCustomersInFile } from './jobs.js'
export { listCustomers } from './list-customers.js'
export { displayName, presentCustomer } from './present-customer.js'
export { aliasCustomer, mergeCustomerRows } from './merge.queries.js'
export { requireCustomer } from './require-customer.js'
export { updateCustomer } from './update-customer.js'
