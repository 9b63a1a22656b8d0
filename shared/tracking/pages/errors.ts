/** Errors of page tracking. */
import { badRequest, notFound } from '../../kernel/errors.js'

export const linkNotFound = () => notFound('Link not found.')
export const domainAndUrlRequired = () => badRequest('domain and url are required.')
