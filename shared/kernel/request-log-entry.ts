/** The request log of a workspace: what the API records about each request. */

/** The workspace of a request and how its caller was authenticated. */
export interface CallerIdentity {
  workspaceId: string
  plan: string
  type: 'api' | 'webhook'
  credentialType: 'token' | 'session' | 'publishable' | 'embed' | 'provider'
  tokenId: string | null
  userId: string | null
}

/** A completed request, as written to the log of its workspace. */
export interface RequestLogEntry extends CallerIdentity {
  requestId: string
  at: Date
  durationMs: number
  method: string
  path: string
  /** The path pattern of the endpoint. */
  route: string
  status: number
  userAgent: string | null
  query: URLSearchParams
  /** The parsed body. Undefined when none was read. */
  requestBody: unknown
  /** The response body when it is JSON, otherwise null. */
  responseBody: string | null
}
