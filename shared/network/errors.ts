import { badRequest, conflict, forbidden, notFound, ServiceError, unprocessable } from '../kernel/errors.js'

export const programNotListed = () => notFound('Program not found in the marketplace.')
export const programUnknown = (slug: string) => notFound(`Program \`${slug}\` not found.`)
export const programWithoutUrl = () => badRequest('The program has no url. Set one before you add it to the marketplace.')
export const resourceNotFound = () => notFound('Resource not found.')
export const resourcesNeedApproval = () => forbidden('Only approved partners can use the resources of the program.')
export const tooManyResources = (limit: number) => new ServiceError('exceeded_limit', `A program has at most ${limit} resources.`)
export const resourceTypeFixed = (type: string) => unprocessable(`type: Must be \`${type}\`, because the type of a resource cannot change.`)

export const logoNotAnImage = () => unprocessable('file: A logo must be a PNG, JPEG, GIF or WebP image.')

export const leadNotFound = () => notFound('Submitted lead not found.')
export const leadsNeedApproval = () => forbidden('Only approved partners can submit leads.')
export const programTakesNoLeads = () => forbidden('The program has ended and takes no leads.')
export const programWithoutLeadForm = () => forbidden('The program takes no leads, because it has no form for them.')
export const leadAnswerInvalid = (key: string, problem: string) => unprocessable(`formData.${key}: ${problem}`)
export const leadSubmittedAlready = (email: string) => conflict(`A lead with the address ${email} was submitted to this program already.`)
export const leadStatusNotAllowed = (status: string, allowed: readonly string[]) =>
  badRequest(`A lead that is ${status} can only become ${allowed.join(' or ')}.`)

export const networkPartnerNotFound = () => notFound('Partner not found in the network.')
export const alreadyInProgram = () => conflict('The partner takes part in the program already, or was invited or rejected.')
export const networkInvitesUsedUp = (limit: number) =>
  new ServiceError('exceeded_limit', `The ${limit} network invites of the last seven days are used up.`)
