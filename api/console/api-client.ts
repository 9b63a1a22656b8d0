/** Calls operations of the HTTP interface with the session of the browser. */
import { operations, type Operations } from './operations.js'
import { readableMessage } from './readable-message.js'

export type OperationId = keyof Operations
export type Output<Id extends OperationId> = Operations[Id]['output']
type Part = 'params' | 'query' | 'body'
/** The input of an operation. The workspace is added to all of them. */
export type Input<Id extends OperationId> = {
  [Name in Part as Operations[Id][Name] extends undefined ? never : Name]?: {
    [Field in keyof Operations[Id][Name]]?: Operations[Id][Name][Field]
  }
} & {
  /** Starts a job instead, for operations that offer it. The value is then the started job. */
  prefersAsync?: boolean
}

interface ErrorBody {
  error?: { code?: string; message?: string }
}

/** An error response, or a request that received none. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export type Call = <Id extends OperationId>(id: Id, input?: Input<Id>, signal?: AbortSignal) => Promise<Output<Id>>

/** Returns a function that calls operations in a workspace, or without one; with a token instead of the session if given. */
export function apiClient(workspaceId: string | null, onSignedOut: () => void, token?: string): Call {
  return async (id, input = {}, signal) => {
    const response = await send(id, input, { workspaceId, token }, signal)
    const text = await response.text()
    const value: unknown = text === '' ? null : parse(text)
    if (response.ok) return value
    const { error } = (value ?? {}) as ErrorBody
    if (response.status === 401) {
      if (error?.message === wrongPassword) throw new ApiError(401, 'unauthorized', 'currentPassword is not correct.')
      if (token === undefined && hasInput(id)) throw new ApiError(401, 'unauthorized', sessionEnded)
      onSignedOut()
    }
    throw new ApiError(response.status, error?.code ?? 'unknown', messageOf(response, error?.message))
  }
}

/** The only answer with this status to a request that has a session. */
const wrongPassword = 'Incorrect email address or password.'
const sessionEnded = 'Your session has ended. Sign in in another tab, then try again here.'

/** Whether the page shows what the user entered, which the log-in page would replace: it sent a form, or shows one in a dialog. */
const hasInput = (id: OperationId) => operations[id].method !== 'GET' || document.querySelector('dialog[open]') !== null

interface Sender {
  workspaceId: string | null
  token: string | undefined
}

async function send<Id extends OperationId>(id: Id, input: Input<Id>, { workspaceId, token }: Sender, signal?: AbortSignal) {
  const { body, prefersAsync } = input as { body?: unknown; prefersAsync?: boolean }
  const headers = {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(prefersAsync ? { Prefer: 'respond-async' } : {}),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
  const url = urlOf(id, input, workspaceId)
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, {
      method: operations[id].method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ApiError(0, 'unreachable', 'The service is not reachable. Check the connection and try again.')
    })
    const wait = waitOf(response)
    if (response.status !== 429 || attempt === 3 || wait > 5) return response
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
}

const waitOf = (response: Response) => Number(response.headers.get('retry-after') ?? '1')

/** The message of an error for the user. */
function messageOf(response: Response, message = `The service answered with status ${response.status}.`): string {
  if (response.status === 429) return `${message} Try again in ${waitOf(response)} seconds.`
  return readableMessage(message)
}

/** The address of an operation, for requests that the browser makes by itself. */
export function urlOf<Id extends OperationId>(id: Id, input: Input<Id>, workspaceId: string | null): string {
  const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const known: Record<string, unknown> = { idOrSlug: workspaceId, ...params }
  const path = operations[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(known[name])))
  // Operations of platform administrators are about all workspaces.
  const isOfWorkspace = workspaceId !== null && (operations[id].access as string) !== 'admin'
  const search = new URLSearchParams(isOfWorkspace ? { workspaceId } : {})
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, textOf(value))
  }
  return `${path.startsWith('/api') ? '' : '/api'}${path}?${search.toString()}`
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
