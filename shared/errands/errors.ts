import { badRequest, conflict, notFound, ServiceError } from '../kernel/errors.js'

export const errandNotFound = () => notFound('Job not found.')
export const resultNotThere = () => notFound('The job has no result file, or not yet.')
export const alreadyFinished = () => conflict('The job is finished already.')
export const nothingSent = () => badRequest('The request holds no element.')
export const tooManyElements = (most: number) => badRequest(`At most ${most.toLocaleString('en')} elements may be sent at once.`)
export const tooManyUnfinished = (most: number) =>
  new ServiceError('rate_limit_exceeded', `The workspace has ${most} jobs that are not finished. Wait for one of them, or cancel one.`)
export const noLongerAllowed = () => new ServiceError('forbidden', 'Whoever asked for the job may no longer do that in this workspace.')
/** No refusal: what a job says of its file. */
export const fileForgotten = 'The file was deleted with a customer who may have been in it. Ask for it again.'
/** Nobody hears it: whoever ended the job has its answer. */
export const noLongerWanted = () => conflict('The job was ended while a part of it was worked on.')
