/** The errors of this domain. */
import { conflict, notFound, ServiceError } from '../kernel/errors.js'

export const postbackNotFound = () => notFound('Postback not found.')
export const postbackUrlTaken = () => conflict('url: Another postback of this partner account already uses this url.')
export const tooManyPostbacks = (max: number) =>
  new ServiceError(
    'exceeded_limit',
    `The partner account already has ${max} postbacks, the maximum. Delete postbacks that are no longer needed.`,
  )
