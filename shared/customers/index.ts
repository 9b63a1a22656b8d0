/** People who came through a link and became known: a customer belongs to a workspace and is named by the caller's own id. */
export { CustomerSchema } from './customer.schema.js'
