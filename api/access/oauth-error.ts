import { OauthGrantError } from '../../shared/accounts/index.js'
import type { ServiceError } from '../../shared/kernel/errors.js'
import type { ReceivedRequest } from '../endpoint.js'
import { json, type Reply } from '../http/reply.js'

/** The error format of the OAuth token endpoint (RFC 6749, section 5.2). */
export function oauthErrorReply(error: ServiceError, { form }: ReceivedRequest): Reply {
  const code = oauthErrorCode(error, form)
  const headers = { 'Cache-Control': 'no-store', ...(code === 'invalid_client' ? { 'WWW-Authenticate': 'Basic realm="oauth"' } : {}) }
  return json({ error: code, error_description: error.message }, headers, code === 'invalid_client' ? 401 : 400)
}

const supportedGrants = new Set(['authorization_code', 'refresh_token'])

function oauthErrorCode(error: ServiceError, { grant_type: grant }: ReceivedRequest['form']): string {
  if (error instanceof OauthGrantError) return error.oauthError
  return grant !== undefined && !supportedGrants.has(grant) ? 'unsupported_grant_type' : 'invalid_request'
}
