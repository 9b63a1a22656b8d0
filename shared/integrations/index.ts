/**
 * Integrations: inbound webhooks of other systems. A provider is a file that defines how its requests are signed and which actions its
 * events translate to; a connection is a workspace's own endpoint for one provider, with a secret; a delivery is a received event, stored
 * once.
 *
 * Actions are recorded through tracking and customers like those of any other caller, asynchronously and in any order, and counted once by
 * the provider's invoice and refund ids. Secrets are encrypted at rest and never appear in responses, logs or jobs.
 */
export {
  ConnectionParams,
  ConnectionSchema,
  createConnectionBodySchema,
  DeletedConnection,
  listConnectionsQuerySchema,
  updateConnectionBodySchema,
} from './connections/connection.schema.js'
export { openStripeCustomers } from './customers/stripe-customers.js'
export { openDiscountGateway } from './discounts/open-discount-gateway.js'
export { createConnection } from './connections/create-connection.js'
export { deleteConnection } from './connections/delete-connection.js'
export { getConnection, listConnections } from './connections/list-connections.js'
export { webhookPath } from './connections/present-connection.js'
export { updateConnection } from './connections/update-connection.js'
export {
  DeliveryCount,
  DeliveryParams,
  DeliverySchema,
  listDeliveriesQuerySchema,
  ReplayedDeliveries,
  replayDeliveriesBodySchema,
  DeliveryDetailsSchema,
} from './deliveries/delivery.schema.js'
export { reassignMergedCustomer, eraseCustomerInDeliveries } from './deliveries/erase-customer.js'
export {
  deleteDeliveriesOfConnection,
  deleteDeliveriesOfWorkspace,
  deleteOldDeliveries,
  requeueLostDeliveries,
} from './deliveries/maintain-deliveries.js'
export { countDeliveries, getDelivery, listDeliveries } from './deliveries/list-deliveries.js'
export { requireReceivingConnection, verifySignature } from './deliveries/authenticate-request.js'
export { markDeliveryFailed, processDelivery } from './deliveries/process-delivery.js'
export {
  type ProviderScope,
  ReceivedDeliveriesSchema,
  receivedWebhookSchema,
  receiveDelivery,
  ReceiverParams,
} from './deliveries/receive-delivery.js'
export { retryPendingDeliveries } from './deliveries/retry-pending-deliveries.js'
export { replayDeliveries, replayDelivery } from './deliveries/replay-deliveries.js'
export { configureIntegration, getIntegration, installIntegration } from './installations/install.js'
export {
  configureIntegrationBodySchema,
  installedIntegrationSchema,
  installIntegrationBodySchema,
  IntegrationParams,
  IntegrationSchema,
  UninstalledIntegration,
} from './installations/installation.schema.js'
export { paidStripeInvoices } from './invoices/paid-stripe-invoices.js'
export { listInstalledIntegrations, listProviders } from './installations/list-integrations.js'
export { uninstallIntegration } from './installations/uninstall.js'
export { deleteDeliveriesJob, processDeliveryJob } from './jobs.js'
export { deleteTimeoutMs, processTimeoutMs, connectionRateLimit } from './limits.js'
