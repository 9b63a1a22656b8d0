import { badRequest, conflict, forbidden, notFound, ServiceError } from '../kernel/errors.js'

export const memoryNotFound = () => notFound('Memory not found.')
export const entityNotFound = () => notFound('There is no such user, agent or run with memories.')
export const subjectNotFound = (what: string, id: string) => notFound(`The workspace has no ${what} "${id}".`)
export const memoryExists = () => conflict('Another memory of the same user, agent and run says exactly this.')

export const noIdentifier = () => badRequest('At least one identifier is required: `user_id`, `agent_id` or `run_id`.')
export const malformedIdentifier = (name: string) =>
  badRequest(`\`${name}\` cannot be blank, contain white space, or be longer than 255 characters.`)
export const onlyAdminListsAll = () => forbidden('Only the admin credential lists all memories: name a `user_id`, `agent_id` or `run_id`.')
export const malformedCursor = () => badRequest('`cursor` is not one that an answer of this list gave.')

export const nothingToRemember = () => badRequest('Nothing to remember: give either `messages` or `memories`.')
export const nothingAsked = () => badRequest('`query` is blank: nothing was asked.')
export const inferenceNotConfigured = () =>
  badRequest('Inference is not configured on this installation: leave `infer` out, and what is said is kept word for word.')
export const inferenceFailed = () =>
  new ServiceError(
    'internal_server_error',
    'The model that infers memories did not answer. Nothing was stored; try again, or leave `infer` out.',
  )
export const nothingToChange = () => badRequest('Nothing to change: give `text`, `metadata` or `expiration_date`.')
export const metadataTooLarge = () => badRequest('`metadata` is larger than 16 kB.')
export const malformedExpiry = () => badRequest('`expiration_date` must be a day (`2030-12-31`) or an instant (`2030-12-31T12:00:00Z`).')
export const malformedTime = (name: string) =>
  badRequest(`\`${name}\` must be seconds since 1970 or an instant (\`2030-12-31T12:00:00Z\`).`)

export const malformedFilter = (why: string) => badRequest(`\`filters\`: ${why}`)
export const unknownOperator = (operator: string) => malformedFilter(`unsupported operator \`${operator}\`.`)
