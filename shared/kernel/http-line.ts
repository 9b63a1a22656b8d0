/** One connection that carries one request after another (HTTP/1.1, never two at a time). */
import type { Socket } from 'node:net'
import { type AnswerReader, answerReader, keptUnasked } from './http-answer.js'

/** A request on its way. */
export interface Errand {
  request: Buffer
  keptBytes: number
  /** Called once. */
  answered(answer: { status: number; body: Buffer }): void
  failed(error: unknown): void
}

export interface Line {
  carry(errand: Errand): void
  /** When it must no longer be used for another request. */
  goodUntil: number
  close(): void
}

export interface LineEvents {
  /** It may carry another one. */
  free(): void
  gone(): void
}

export function openLine(socket: Socket, { free, gone }: LineEvents): Line {
  let [errand, reader, trouble]: [Errand | null, AnswerReader | null, unknown] = [null, null, undefined]
  const finish = () => {
    const [done, read] = [errand, reader]
    if (!done || !read) return
    errand = reader = null
    const keepFor = read.keepFor()
    if (keepFor === 0) socket.destroy()
    done.answered({ status: read.status(), body: read.body() })
    if (keepFor === 0) return
    line.goodUntil = performance.now() + keepFor
    free()
  }
  const take = (part: Buffer) => {
    // Nobody asked.
    if (!reader) return void socket.destroy()
    try {
      if (reader.take(part)) finish()
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined)
    }
  }
  const line: Line = {
    carry(next) {
      errand = next
      reader = answerReader(next.keptBytes)
      socket.write(next.request)
    },
    goodUntil: performance.now() + keptUnasked,
    close: () => void socket.destroy(),
  }
  socket.on('data', take)
  socket.on('error', (error) => (trouble = error))
  socket.on('close', () => {
    if (reader && trouble === undefined && reader.endsWithConnection()) finish()
    errand?.failed(trouble ?? new Error('the connection was closed'))
    errand = null
    gone()
  })
  return line
}
