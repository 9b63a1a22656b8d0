import { plansWith } from '../../shared/accounts/index.js'
import {
  createWebhook, createWebhookBodySchema, DeletedWebhook, deleteWebhook, disableWebhook, enableWebhook, getWebhook, IdsInScope, listFoldersOfWebhook, listLinksOfWebhook, listWebhooks, rotateSecret, rotateSecretBodySchema, testWebhook,
  testWebhookBodySchema, updateWebhook, updateWebhookBodySchema, WebhookParams, WebhookSchema, WebhookWithSecret, DeliverySchema,
} from '../../shared/webhooks/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const common = { tag: 'Webhooks', rate: 'api', plans: plansWith('webhooks') } as const
const one = { ...common, path: '/webhooks/{id}', params: WebhookParams } as const

export const webhooks = [
  endpoint({
    ...common, id: 'listWebhooks', sdk: 'webhooks.list', method: 'GET', path: '/webhooks',
    summary: 'List webhooks', description: 'All of the workspace, the newest first.',
    access: workspace('webhooks.read'), output: WebhookSchema.array(),
    run: ({ scope }) => listWebhooks(scope),
  }),
  endpoint({
    ...common, id: 'createWebhook', sdk: 'webhooks.create', method: 'POST', path: '/webhooks', status: 201,
    summary: 'Create a webhook', description: 'The answer holds the secret that signs its deliveries. It is shown this once.',
    access: workspace('webhooks.write'), fails: ['conflict', 'exceeded_limit'], body: createWebhookBodySchema, output: WebhookWithSecret,
    run: ({ scope, body }) => createWebhook(scope, body),
  }),
  endpoint({ ...one, id: 'getWebhook', sdk: 'webhooks.get', method: 'GET', summary: 'Find a webhook', access: workspace('webhooks.read'), fails: ['not_found'], output: WebhookSchema, run: ({ scope, params }) => getWebhook(scope, params.id) }),
  endpoint({
    ...one, id: 'updateWebhook', sdk: 'webhooks.update', method: 'PATCH',
    summary: 'Change a webhook', description: 'What is left out stays as it is.',
    access: workspace('webhooks.write'), fails: ['not_found', 'conflict'], hints: { 'max-method-params': 1 }, body: updateWebhookBodySchema, output: WebhookSchema,
    run: ({ scope, params, body }) => updateWebhook(scope, params.id, body),
  }),
  endpoint({
    ...one, id: 'deleteWebhook', sdk: 'webhooks.delete', method: 'DELETE',
    summary: 'Delete a webhook', description: 'What waits for it is not sent.',
    access: workspace('webhooks.write'), fails: ['not_found'], hints: { 'max-method-params': 1 }, output: DeletedWebhook,
    run: ({ scope, params }) => deleteWebhook(scope, params.id),
  }),
  endpoint({
    ...one, id: 'rotateWebhookSecret', sdk: 'webhooks.rotateSecret', method: 'POST', path: '/webhooks/{id}/rotate-secret',
    summary: "Give a webhook a new secret", description: 'Shown this once. Until the overlap is over, deliveries carry a signature with each of the two.',
    access: workspace('webhooks.write'), fails: ['not_found'], body: rotateSecretBodySchema, output: WebhookWithSecret,
    run: ({ scope, params, body }) => rotateSecret(scope, params.id, body),
  }),
  endpoint({
    ...one, id: 'testWebhook', sdk: 'webhooks.test', method: 'POST', path: '/webhooks/{id}/test',
    summary: 'Send a sample event', description: 'On the way that all events take; how it went is told by its delivery.',
    access: workspace('webhooks.write'), fails: ['not_found', 'conflict'], body: testWebhookBodySchema, output: DeliverySchema,
    run: ({ scope, params, body }) => testWebhook(scope, params.id, body),
  }),
  endpoint({
    ...one, id: 'enableWebhook', sdk: 'webhooks.enable', method: 'POST', path: '/webhooks/{id}/enable',
    summary: 'Enable a webhook', description: 'Its failures are forgotten, and what waits for it is sent.',
    access: workspace('webhooks.write'), fails: ['not_found'], output: WebhookSchema,
    run: ({ scope, params }) => enableWebhook(scope, params.id),
  }),
  endpoint({
    ...one, id: 'disableWebhook', sdk: 'webhooks.disable', method: 'POST', path: '/webhooks/{id}/disable',
    summary: 'Disable a webhook', description: 'It is told nothing until it is enabled. What happens meanwhile is not made up for.',
    access: workspace('webhooks.write'), fails: ['not_found'], output: WebhookSchema,
    run: ({ scope, params }) => disableWebhook(scope, params.id),
  }),
  endpoint({ ...one, id: 'listWebhookLinks', method: 'GET', path: '/webhooks/{id}/links', hidden: true, access: workspace('webhooks.read'), output: IdsInScope, run: ({ scope, params }) => listLinksOfWebhook(scope, params.id) }),
  endpoint({ ...one, id: 'listWebhookFolders', method: 'GET', path: '/webhooks/{id}/folders', hidden: true, access: workspace('webhooks.read'), output: IdsInScope, run: ({ scope, params }) => listFoldersOfWebhook(scope, params.id) }),
]
