import { badRequest, conflict, forbidden, notFound, ServiceError } from '../kernel/errors.js'

export const memoryNotFound = () => notFound('Memory not found.')
export const entityNotFound = () => notFound('No user, agent or run with this identifier has memories.')
export const subjectNotFound = (what: string, id: string) => notFound(`The workspace has no ${what} "${id}".`)
export const duplicateMemory = () => conflict('Another memory of the same user, agent and run has the same text.')

export const identifierRequired = () => badRequest('At least one identifier is required: `user_id`, `agent_id` or `run_id`.')
export const invalidIdentifier = (name: string) =>
  badRequest(`\`${name}\` cannot be blank, contain white space, or be longer than 255 characters.`)
export const unfilteredListForbidden = () =>
  forbidden('Listing all memories requires the admin credential. Pass a `user_id`, `agent_id` or `run_id`.')
export const invalidCursor = () => badRequest('`cursor` is invalid. Pass the `next_cursor` of a previous page.')

export const memoriesRequired = () => badRequest('Pass either `messages` or `memories`.')
export const blankQuery = () => badRequest('`query` cannot be blank.')
export const inferenceNotConfigured = () =>
  badRequest('Inference is not configured on this installation. Omit `infer` to store the messages verbatim.')
export const inferenceFailed = () =>
  new ServiceError(
    'internal_server_error',
    'The model that infers memories did not respond. Nothing was stored. Try again, or omit `infer`.',
  )
export const changesRequired = () => badRequest('Nothing to change. Pass `text`, `metadata` or `expiration_date`.')
export const metadataTooLarge = () => badRequest('`metadata` is larger than 16 kB.')
export const invalidExpiry = () => badRequest('`expiration_date` must be a date (`2030-12-31`) or a timestamp (`2030-12-31T12:00:00Z`).')
export const invalidTime = (name: string) =>
  badRequest(`\`${name}\` must be a number of seconds since 1970 or a timestamp (\`2030-12-31T12:00:00Z\`).`)

export const invalidFilter = (reason: string) => badRequest(`\`filters\`: ${reason}`)
export const unknownOperator = (operator: string) => invalidFilter(`unsupported operator \`${operator}\`.`)
