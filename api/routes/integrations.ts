/** Other systems: which there are, which the workspace has, where they send, and what they sent. */
import { plansWith } from '../../shared/accounts/index.js'
import {
  configureIntegration, configureIntegrationBodySchema, ConnectionParams, ConnectionSchema, countDeliveries, createConnection, createConnectionBodySchema, deleteConnection, DeletedConnection, DeliveryCount, DeliveryParams,
  DeliverySchema, getConnection, getDelivery, getIntegration, installedIntegrationSchema, installIntegration, installIntegrationBodySchema, IntegrationParams, IntegrationSchema, listConnections, listConnectionsQuerySchema,
  listDeliveries, listDeliveriesQuerySchema, listInstalledIntegrations, listProviders, ReceivedDeliveries, receivedWebhookSchema, receiveDelivery, ReceiverParams, Replayed, replayDeliveries, replayDeliveriesBodySchema, replayDelivery, UninstalledIntegration,
  uninstallIntegration, updateConnection, updateConnectionBodySchema, WholeDeliverySchema,
} from '../../shared/integrations/index.js'
import { provider } from '../access/provider.js'
import { workspace } from '../access/workspace.js'
import { byCursor, endpoint } from '../endpoint.js'

const tag = 'Integrations'
const read = { tag, rate: 'api', access: workspace('integrations.read') } as const
const write = { tag, rate: 'api', access: workspace('integrations.write') } as const
const plans = plansWith('conversionTracking')
const one = { path: '/integrations/connections/{id}', params: ConnectionParams } as const
const deliveries = '/integrations/connections/{id}/deliveries'

export const integrations = [
  endpoint({
    id: 'listIntegrations', sdk: 'integrations.list', tag, method: 'GET', path: '/integrations',
    summary: 'List installed integrations',
    description: 'Those of the workspace, and apps that somebody let in; the newest first.',
    access: workspace('workspaces.read'), rate: 'api', output: installedIntegrationSchema.array(),
    run: ({ scope }) => listInstalledIntegrations(scope),
  }),
  endpoint({
    ...read, id: 'listProviders', sdk: 'integrations.providers', method: 'GET', path: '/integrations/providers',
    summary: 'List all integrations that there are',
    output: IntegrationSchema.array(), run: ({ scope }) => listProviders(scope),
  }),
  endpoint({
    ...write, id: 'installIntegration', sdk: 'integrations.install', method: 'POST', path: '/integrations', status: 201, fails: ['not_found'],
    summary: 'Install an integration',
    description: 'Again for one that is installed: its settings are replaced where they are given. Making a connection installs as well.',
    body: installIntegrationBodySchema, output: IntegrationSchema, run: ({ scope, body }) => installIntegration(scope, body),
  }),
  endpoint({
    ...read, id: 'getIntegration', sdk: 'integrations.get', method: 'GET', path: '/integrations/{providerSlug}', fails: ['not_found'],
    summary: 'Find an integration',
    params: IntegrationParams, output: IntegrationSchema, run: ({ scope, params }) => getIntegration(scope, params.providerSlug),
  }),
  endpoint({
    ...write, id: 'configureIntegration', sdk: 'integrations.configure', method: 'PATCH', path: '/integrations/{providerSlug}', fails: ['not_found'],
    summary: 'Change what new connections of an integration begin with',
    params: IntegrationParams, body: configureIntegrationBodySchema, output: IntegrationSchema, run: ({ scope, params, body }) => configureIntegration(scope, params.providerSlug, body),
  }),
  endpoint({
    ...write, id: 'uninstallIntegration', sdk: 'integrations.uninstall', method: 'DELETE', path: '/integrations/{providerSlug}', fails: ['not_found'],
    summary: 'Uninstall an integration',
    description: 'Its connections end. What they brought stays counted.',
    params: IntegrationParams, output: UninstalledIntegration, run: ({ scope, params }) => uninstallIntegration(scope, params.providerSlug),
  }),
  endpoint({
    ...read, id: 'listConnections', sdk: 'integrations.listConnections', method: 'GET', path: '/integrations/connections',
    summary: 'List connections',
    query: listConnectionsQuerySchema, output: ConnectionSchema.array(), run: ({ scope, query }) => listConnections(scope, query),
  }),
  endpoint({
    ...write, id: 'createConnection', sdk: 'integrations.createConnection', method: 'POST', path: '/integrations/connections', status: 201, plans, fails: ['not_found'],
    summary: 'Create a connection',
    description: 'Give its `webhookUrl` to the provider. A secret that the provider makes only then is sent by a change later.',
    body: createConnectionBodySchema, output: ConnectionSchema, run: ({ scope, body }) => createConnection(scope, body),
  }),
  endpoint({ ...read, ...one, id: 'getConnection', sdk: 'integrations.getConnection', method: 'GET', summary: 'Find a connection', fails: ['not_found'], output: ConnectionSchema, run: ({ scope, params }) => getConnection(scope, params.id) }),
  endpoint({
    ...write, ...one, id: 'updateConnection', sdk: 'integrations.updateConnection', method: 'PATCH', fails: ['not_found'],
    summary: 'Change a connection',
    description: 'What is left out stays as it is. With a new `signingSecret`, the one before is taken as well for `overlapHours`.',
    body: updateConnectionBodySchema, output: ConnectionSchema, run: ({ scope, params, body }) => updateConnection(scope, params.id, body),
  }),
  endpoint({
    ...write, ...one, id: 'deleteConnection', sdk: 'integrations.deleteConnection', method: 'DELETE', fails: ['not_found'],
    summary: 'Delete a connection',
    description: 'With what it received. What it brought stays counted.',
    output: DeletedConnection, run: ({ scope, params }) => deleteConnection(scope, params.id),
  }),
  endpoint({
    ...read, id: 'listDeliveries', sdk: 'integrations.listDeliveries', method: 'GET', path: deliveries, params: ConnectionParams, fails: ['not_found'],
    summary: 'List what a connection received',
    description: 'The newest first, of the last 30 days. Go on with `startingAfter` and the id of the last one.',
    hints: { pagination: byCursor },
    query: listDeliveriesQuerySchema, output: DeliverySchema.array(), run: ({ scope, params, query }) => listDeliveries(scope, params.id, query),
  }),
  endpoint({ ...read, id: 'countDeliveries', sdk: 'integrations.countDeliveries', method: 'GET', path: `${deliveries}/count`, params: ConnectionParams, summary: 'Count what a connection received', fails: ['not_found'], output: DeliveryCount, run: ({ scope, params }) => countDeliveries(scope, params.id) }),
  endpoint({ ...read, id: 'getDelivery', sdk: 'integrations.getDelivery', method: 'GET', path: `${deliveries}/{deliveryId}`, params: DeliveryParams, summary: 'Find a delivery, with its body', fails: ['not_found'], output: WholeDeliverySchema, run: ({ scope, params }) => getDelivery(scope, params) }),
  endpoint({
    ...write, id: 'replayDelivery', sdk: 'integrations.replayDelivery', method: 'POST', path: `${deliveries}/{deliveryId}/replay`, params: DeliveryParams, fails: ['not_found'],
    summary: 'Work on a delivery anew',
    description: 'What it brought before is not counted again.',
    output: DeliverySchema, run: ({ scope, params }) => replayDelivery(scope, params),
  }),
  endpoint({
    ...write, id: 'replayDeliveries', sdk: 'integrations.replayDeliveries', method: 'POST', path: `${deliveries}/replay`, params: ConnectionParams, fails: ['not_found'],
    summary: 'Work anew on all deliveries that failed',
    body: replayDeliveriesBodySchema, output: Replayed, run: ({ scope, params, body }) => replayDeliveries(scope, params.id, body),
  }),
  endpoint({
    id: 'receiveWebhook', tag, method: 'POST', path: '/integrations/webhooks/{providerSlug}/{connectionId}', signed: true,
    summary: 'Receive a webhook of a provider',
    description: 'For other systems. What is answered with 200 is kept, once, and worked on soon after. Signatures are made over the body as it is sent, of up to 4 MB.',
    access: provider, rate: 'none', fails: ['bad_request', 'unauthorized', 'not_found'], hints: { ignore: true },
    params: ReceiverParams, body: receivedWebhookSchema, output: ReceivedDeliveries,
    run: ({ scope }) => receiveDelivery(scope),
  }),
]
