import { badRequest, notFound, ServiceError, unprocessable } from '../kernel/errors.js'

export const programNotListed = () => notFound('Program not found in the marketplace.')
export const programUnknown = (slug: string) => notFound(`Program \`${slug}\` not found.`)
export const programWithoutUrl = () => badRequest('The program has no url. Set one before you add it to the marketplace.')
export const resourceNotFound = () => notFound('Resource not found.')
export const tooManyResources = (limit: number) => new ServiceError('exceeded_limit', `A program has at most ${limit} resources.`)
export const resourceTypeFixed = (type: string) => unprocessable(`type: Must be \`${type}\`, because the type of a resource cannot change.`)
