/**
 * People who came through a link and became known: a customer belongs to a workspace and is named by the caller's own id, which
 * is unique there.
 *
 * A customer keeps the first click that is known of it. Sales and their sum are written by whoever records a sale, in the same
 * transaction, and by nobody else. Called by the API's tables and by tracking, which stands above.
 */
export { type Customer } from './customer.entity.js'
export { CustomerSchema } from './customer.schema.js'
export { findCustomer } from './customer.queries.js'
export { ensureCustomer } from './ensure-customer.js'
export { displayName } from './present-customer.js'
