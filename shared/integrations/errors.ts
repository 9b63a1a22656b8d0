/** The refusals of integrations. Each message is written here and nowhere else. */
import { badRequest, notFound, ServiceError, unauthorized, unprocessable } from '../kernel/errors.js'
import { mostConnections } from './limits.js'

export const providerUnknown = (slug: string) => notFound(`Unknown provider: ${slug.slice(0, 100)}`)
export const providerTakesNothing = (slug: string) => badRequest(`${slug} does not support webhooks`)
export const connectionNotFound = () => notFound('Connection not found')
export const connectionNotActive = () => badRequest('Connection not active')
export const signatureInvalid = () => unauthorized('Invalid signature')
export const bodyNotJson = () => badRequest('The request body is not a JSON object.')

export const settingsInvalid = (issue: string) => unprocessable(issue)
export const secretMissing = () => badRequest('The connection has no signing secret yet: send `signingSecret`.')
export const tooManyConnections = () =>
  new ServiceError('exceeded_limit', `There are ${mostConnections} connections already. Delete those that nobody uses.`)
export const deliveryNotFound = () => notFound('Delivery not found')
export const cursorNotFound = (id: string) => unprocessable(`The cursor ${id} is no delivery of this connection.`)
export const notInstalled = () => notFound('The integration is not installed in this workspace.')
