/**
 * Integrations: other systems tell us what happened there. A provider is a file that says how its requests prove genuine and what its
 * events mean; a connection is a workspace's own address for one, with a secret; a delivery is what came there, kept once.
 *
 * What a delivery means is recorded through tracking and customers like any other caller's, later and in any order, and counted once by the
 * ids that invoices and refunds have at the provider. Secrets are sealed at rest and in no answer, log or job.
 */
export {
  ConnectionParams,
  ConnectionSchema,
  createConnectionBodySchema,
  DeletedConnection,
  listConnectionsQuerySchema,
  updateConnectionBodySchema,
} from './connections/connection.schema.js'
export { createConnection } from './connections/create-connection.js'
export { deleteConnection } from './connections/delete-connection.js'
export { getConnection, listConnections } from './connections/list-connections.js'
export { receivingPath } from './connections/present-connection.js'
export { updateConnection } from './connections/update-connection.js'
export {
  DeliveryCount,
  DeliveryParams,
  DeliverySchema,
  listDeliveriesQuerySchema,
  Replayed,
  replayDeliveriesBodySchema,
  WholeDeliverySchema,
} from './deliveries/delivery.schema.js'
export { followMergedCustomer, forgetCustomerInDeliveries } from './deliveries/forget-customer.js'
export { deleteDeliveriesOfConnection, deleteDeliveriesOfWorkspace, dropOldDeliveries, requeueLost } from './deliveries/keep-in-order.js'
export { countDeliveries, getDelivery, listDeliveries } from './deliveries/list-deliveries.js'
export { openConnection, requireGenuine } from './deliveries/open-connection.js'
export { deliveryGaveUp, processDeliveryNow } from './deliveries/process-delivery.js'
export {
  type ProviderScope,
  ReceivedDeliveries,
  receivedWebhookSchema,
  receiveDelivery,
  ReceiverParams,
} from './deliveries/receive-delivery.js'
export { releaseWaiting } from './deliveries/release-waiting.js'
export { replayDeliveries, replayDelivery } from './deliveries/replay.js'
export { configureIntegration, getIntegration, installIntegration } from './installations/install.js'
export {
  configureIntegrationBodySchema,
  installedIntegrationSchema,
  installIntegrationBodySchema,
  IntegrationParams,
  IntegrationSchema,
  UninstalledIntegration,
} from './installations/installation.schema.js'
export { listInstalledIntegrations, listProviders } from './installations/list-integrations.js'
export { uninstallIntegration } from './installations/uninstall.js'
export { deleteDeliveries, processDelivery } from './jobs.js'
export { deleteWithin, processWithin, receivingRate } from './limits.js'
