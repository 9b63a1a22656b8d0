/** Errors of the applications domain. Each message is defined only here. */
import { badRequest, conflict, notFound, unprocessable } from '../kernel/errors.js'

export const formNotFound = () => notFound('This program takes no applications here. Check the address of the page.')
export const applicationNotFound = (id: string) => notFound(`Application ${id} not found.`)
export const appliedAlready = (programName: string) =>
  conflict(`You have applied to ${programName} already, or are its partner. Wait for its answer, or write to its support.`)
export const answerMissing = (label: string) => unprocessable(`An answer to "${label}" is required.`)
export const answerInvalid = (label: string, problem: string) => unprocessable(`The answer to "${label}" ${problem}`)
export const fraudFlagOfInstant = () =>
  badRequest('flagForFraud cannot be combined with reapplicationTimeframe instant. Choose standard or never.')
export const fraudReasonMissing = () => badRequest('flagForFraudReason is required with flagForFraud.')
