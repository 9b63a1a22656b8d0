/** The refusals of visits. Each message is written here and nowhere else. */
import { badRequest, notFound } from '../../kernel/errors.js'

export const linkNotFound = () => notFound('There is no link at this address.')
export const domainAndUrlNeeded = () => badRequest('Both domain and url are needed.')
