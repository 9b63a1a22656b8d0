import { newId } from '../../kernel/ids.js'
import { maskKeys } from '../../kernel/mask-secrets.js'
import type { RequestLogEntry } from '../../kernel/request-log-entry.js'
import { maxLoggedBodyLength, maxParsedResponseLength } from '../limits.js'
import { logRetentionMs } from '../plans.js'
import { maskJson } from './mask.js'

/** A row of `request_logs`. */
export interface LogRow {
  id: string
  workspaceId: string
  requestId: string
  at: Date
  expiresAt: Date
  type: 'api' | 'webhook'
  method: string
  path: string
  route: string
  status: number
  durationMs: number
  userAgent: string | null
  queryParams: string | null
  requestBody: string | null
  responseBody: string | null
  tokenId: string | null
  userId: string | null
}

/** Reads of session users are not logged: every page view of a dashboard causes some. */
export const shouldLog = ({ credentialType, method }: RequestLogEntry) => credentialType !== 'session' || method !== 'GET'

/** Converts an entry to a row. The id is generated here: callers may repeat their request id. */
export function toLogRow({ plan, durationMs, query, requestBody, responseBody, credentialType: _, ...entry }: RequestLogEntry): LogRow {
  // Response bodies of successful reads are not logged: they only repeat data of the database.
  const logsResponse = entry.method !== 'GET' || entry.status >= 400
  return {
    ...entry,
    id: newId('req_', entry.at.getTime()),
    path: withoutNul(loggedPath(entry)).slice(0, maxLoggedBodyLength),
    userAgent: entry.userAgent && withoutNul(entry.userAgent).slice(0, 1000),
    expiresAt: new Date(entry.at.getTime() + logRetentionMs(plan)),
    durationMs: Math.round(durationMs),
    queryParams: query.size > 0 ? toMaskedText(Object.fromEntries(query)) : null,
    requestBody: requestBody === undefined ? null : toMaskedText(requestBody),
    responseBody:
      logsResponse && responseBody !== null && responseBody.length <= maxParsedResponseLength
        ? toMaskedText(JSON.parse(responseBody))
        : null,
  }
}

/** A deletion is logged after the personal data was erased, so its path must not contain the external id. */
const loggedPath = ({ method, path }: Pick<RequestLogEntry, 'method' | 'path'>) =>
  maskKeys(method === 'DELETE' ? path.replaceAll(/\/ext_[^/]+/g, '/{id}') : path)

const toMaskedText = (value: unknown) => withoutNul(maskJson(value, maxLoggedBodyLength))
// PostgreSQL text cannot contain NUL; requests refused for a NUL are logged too.
const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD').replaceAll('\\u0000', '\\uFFFD')
