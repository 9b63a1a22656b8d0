/** A request that was answered, as the door tells of it and the log of its workspace keeps it. */

/** Which workspace a request is about, and by what right. */
export interface Recognised {
  workspaceId: string
  plan: string
  type: 'api' | 'webhook'
  by: 'token' | 'session' | 'publishable' | 'provider'
  tokenId: string | null
  userId: string | null
}

/** A request that was answered, for the log of its workspace. */
export interface AnsweredRequest extends Recognised {
  requestId: string
  at: Date
  milliseconds: number
  method: string
  path: string
  /** The path of the row. */
  pattern: string
  status: number
  userAgent: string | null
  query: URLSearchParams
  /** The parsed body; undefined where none was read. */
  sent: unknown
  /** The answer's body, where it is JSON. */
  answer: string | null
}
