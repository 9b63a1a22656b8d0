import { GrantRefusal } from '../../shared/accounts/index.js'
import type { ServiceError } from '../../shared/kernel/errors.js'
import type { Asked } from '../endpoint.js'
import { json, type Reply } from '../http/reply.js'

/** Programs that ask for tokens are told in the words of RFC 6749 (section 5.2), which their libraries understand. */
export function oauthRefusal(error: ServiceError, { form }: Asked): Reply {
  const word = wordOf(error, form)
  const headers = { 'Cache-Control': 'no-store', ...(word === 'invalid_client' ? { 'WWW-Authenticate': 'Basic realm="oauth"' } : {}) }
  return json({ error: word, error_description: error.message }, headers, word === 'invalid_client' ? 401 : 400)
}

const grants = new Set(['authorization_code', 'refresh_token'])

function wordOf(error: ServiceError, { grant_type: grant }: Asked['form']): string {
  if (error instanceof GrantRefusal) return error.word
  return grant !== undefined && !grants.has(grant) ? 'unsupported_grant_type' : 'invalid_request'
}
