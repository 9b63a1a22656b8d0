/** A single POST to a checked address with minimal overhead: no streams, no signals, no repeated parsing. */
import type { Agent, Dispatcher } from 'undici'
import { toExternalError } from './external-error.js'

/** A checked address. */
export interface Target {
  origin: string
  path: string
}

export interface PostRequest {
  /** By lower-case name. */
  headers: Record<string, string>
  body: Buffer
  /** Covers the whole exchange. */
  timeoutMs: number
  /** How much of the response body is kept. The rest is not read. */
  maxBytes: number
}

export interface PostResponse {
  status: number
  body: Buffer
}

/** Resolves with a response of any status, redirects included. Throws `ExternalError` when there is none. */
export function postOnce(
  agent: Agent,
  { origin, path }: Target,
  { headers, body, timeoutMs, maxBytes }: PostRequest,
): Promise<PostResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let [status, bytes, isSettled] = [0, 0, false]
    let dispatch: Dispatcher.DispatchController | undefined
    const settle = (action: () => void) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      action()
    }
    /** Settles and closes the connection. A request that has no connection yet is aborted once it gets one. */
    const abort = (action: () => void) => {
      settle(action)
      dispatch?.abort(aborted)
    }
    const fail = (error: unknown, timedOut: boolean) => () => reject(toExternalError(error, timedOut))
    const succeed = () => resolve({ status, body: Buffer.concat(chunks).subarray(0, maxBytes) })
    const timer = setTimeout(() => abort(fail(aborted, true)), timeoutMs)
    agent.dispatch(
      { origin, path, method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(controller) {
          dispatch = controller
          if (isSettled) controller.abort(aborted)
        },
        onResponseStart: (_, code) => void (status = code),
        onResponseData(_, chunk) {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > maxBytes) abort(succeed)
        },
        onResponseEnd: () => settle(succeed),
        onResponseError: (_, error) => settle(fail(error, false)),
      },
    )
  })
}

const aborted = new Error('request aborted')
