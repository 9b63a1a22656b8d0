/** The errors of integrations. */
import { badRequest, notFound, ServiceError, unauthorized, unprocessable } from '../kernel/errors.js'
import { maxConnections } from './limits.js'

export const providerNotFound = (slug: string) => notFound(`Unknown provider: ${slug.slice(0, 100)}`)
export const webhooksNotSupported = (slug: string) => badRequest(`${slug} does not support webhooks`)
export const connectionNotFound = () => notFound('Connection not found')
export const connectionNotActive = () => badRequest('Connection not active')
export const signatureInvalid = () => unauthorized('Invalid signature')
export const bodyNotJson = () => badRequest('The request body is not a JSON object.')

export const settingsInvalid = (issue: string) => unprocessable(issue)
export const secretMissing = () => badRequest('The connection has no signing secret. Send `signingSecret` first.')
export const tooManyConnections = () =>
  new ServiceError(
    'exceeded_limit',
    `The workspace already has ${maxConnections} connections, the maximum. Delete connections that are no longer used.`,
  )
export const deliveryNotFound = () => notFound('Delivery not found')
export const cursorNotFound = (id: string) => unprocessable(`startingAfter: Delivery ${id} does not belong to this connection.`)
export const notInstalled = () => notFound('The integration is not installed in this workspace.')
