/** One POST to an address that was checked, with as little ado as there can be: no streams, no signals, nothing parsed twice. */
import type { Agent, Dispatcher } from 'undici'
import { asOutsideError } from './outside-error.js'

/** An address, after its check. */
export interface Target {
  origin: string
  path: string
}

export interface Posting {
  /** Names in lower case. */
  headers: Record<string, string>
  body: Buffer
  /** Milliseconds for everything together. */
  within: number
  /** So many bytes of the answer are kept; the rest is not waited for. */
  keptBytes: number
}

export interface PostAnswer {
  status: number
  body: Buffer
}

/** Throws `OutsideError` where no answer was had. A redirect is an answer. */
export function postOnce(agent: Agent, { origin, path }: Target, { headers, body, within, keptBytes }: Posting): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let [status, bytes, isOver] = [0, 0, false]
    let sending: Dispatcher.DispatchController | undefined
    const end = (settle: () => void) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      settle()
    }
    /** Ends it from our side, with the connection. One that has none yet is ended when it gets one. */
    const giveUp = (settle: () => void) => {
      end(settle)
      sending?.abort(abandoned)
    }
    const fail = (error: unknown, isLate: boolean) => () => reject(asOutsideError(error, isLate))
    const succeed = () => resolve({ status, body: Buffer.concat(parts).subarray(0, keptBytes) })
    const timer = setTimeout(() => giveUp(fail(abandoned, true)), within)
    agent.dispatch(
      { origin, path, method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(controller) {
          sending = controller
          if (isOver) controller.abort(abandoned)
        },
        onResponseStart: (_, code) => void (status = code),
        onResponseData(_, part) {
          parts.push(part)
          bytes += part.length
          if (bytes > keptBytes) giveUp(succeed)
        },
        onResponseEnd: () => end(succeed),
        onResponseError: (_, error) => end(fail(error, false)),
      },
    )
  })
}

const abandoned = new Error('given up')
