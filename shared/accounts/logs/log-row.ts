import type { AnsweredRequest } from '../../kernel/answered-request.js'
import { newId } from '../../kernel/ids.js'
import { longestLoggedBody, longestReadAnswer } from '../limits.js'
import { logRetention } from '../plans.js'
import { maskedJson } from './mask.js'

/** As it lies in the table. */
export interface LogRow {
  id: string
  workspaceId: string
  requestId: string
  at: Date
  expiresAt: Date
  type: 'api' | 'webhook'
  method: string
  path: string
  pattern: string
  status: number
  duration: number
  userAgent: string | null
  query: string | null
  sent: string | null
  answer: string | null
  tokenId: string | null
  userId: string | null
}

/** Of somebody at a screen only what they change: they read with every glance. */
export const isWorthKeeping = ({ by, method }: AnsweredRequest) => by !== 'session' || method !== 'GET'

/** The id is never the caller's own: one that comes twice must not hide a request. */
export function logRow({ plan, milliseconds, query, sent, answer, by: _, ...kept }: AnsweredRequest): LogRow {
  // What was read is in the database already; what was refused, or changed, is nowhere else.
  const tells = kept.method !== 'GET' || kept.status >= 400
  return {
    ...kept,
    id: newId('req_', kept.at.getTime()),
    path: storable(kept.path).slice(0, longestLoggedBody),
    userAgent: kept.userAgent && storable(kept.userAgent).slice(0, 1000),
    expiresAt: new Date(kept.at.getTime() + logRetention(plan)),
    duration: Math.round(milliseconds),
    query: query.size > 0 ? shown(Object.fromEntries(query)) : null,
    sent: sent === undefined ? null : shown(sent),
    answer: tells && answer !== null && answer.length <= longestReadAnswer ? shown(JSON.parse(answer)) : null,
  }
}

const shown = (value: unknown) => storable(maskedJson(value, longestLoggedBody))
// No text column holds a NUL, and a query that was refused for one is to be seen as well.
const storable = (text: string) => text.replaceAll('\0', '\uFFFD').replaceAll('\\u0000', '\\uFFFD')
