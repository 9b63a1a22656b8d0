import { badRequest, conflict, notFound, ServiceError } from '../kernel/errors.js'

export const operationNotFound = () => notFound('Job not found.')
export const resultNotFound = () => notFound('The job has no result file. A result is available once the job is completed.')
export const alreadyFinished = () => conflict('The job has already finished.')
export const emptyRequest = () => badRequest('The request contains no elements.')
export const tooManyElements = (max: number) => badRequest(`A request can contain at most ${max.toLocaleString('en')} elements.`)
export const tooManyUnfinished = (max: number) =>
  new ServiceError('rate_limit_exceeded', `The workspace already has ${max} unfinished jobs. Wait until one finishes, or cancel one.`)
export const permissionRevoked = () =>
  new ServiceError('forbidden', 'The user who started the job no longer has the required permission in this workspace.')
/** Stored as the job's `error`, not thrown. */
export const resultErasedMessage = 'The result file was deleted because it may have contained a deleted customer. Start the job again.'
/** Rolls back the transaction of a part; never reaches a caller. */
export const operationAlreadyEnded = () => conflict('The job ended while one of its parts was being processed.')
