/** Connections to one origin, kept from one request to the next, and the requests that wait for one. */
import type { Socket } from 'node:net'
import { type Errand, type Line, openLine } from './http-line.js'

export interface Post extends Errand {
  /** Whether it has an answer, or none is waited for any more. */
  isOver: boolean
  /** What it is on its way with. */
  line: Line | null
}

export interface HttpPool {
  give(post: Post): void
  /** Closes what nobody has used for a while; answers whether nothing is left. */
  sweep(): boolean
  close(): void
}

/** Makes a connection; calls once. */
export type Dial = (made: (error: Error | null, socket: Socket | null) => void) => void

/** At most so many connections; further requests wait. The connection that was used last is used first. */
export function openHttpPool(dial: Dial, most: number): HttpPool {
  const lines = new Set<Line>()
  const waiting: Post[] = []
  let idle: Line[] = []
  let [dialling, isClosed] = [0, false]

  const give = (post: Post) => {
    const line = takeIdle(idle)
    if (line) carry(line, post)
    else if (lines.size + dialling < most) open(post)
    else waiting.push(post)
  }
  const giveNext = () => {
    const post = nextOf(waiting)
    if (post) give(post)
  }
  const release = (line: Line) => {
    const post = nextOf(waiting)
    if (post) carry(line, post)
    else idle.push(line)
  }
  const forget = (line: Line) => {
    lines.delete(line)
    idle = idle.filter((one) => one !== line)
    giveNext()
  }
  const open = (post: Post) => {
    dialling++
    dial((error, socket) => {
      dialling--
      if (!socket || isClosed) {
        socket?.destroy()
        post.failed(error ?? closed)
        return giveNext()
      }
      const line = openLine(socket, { free: () => release(line), gone: () => forget(line) })
      lines.add(line)
      if (post.isOver) release(line)
      else carry(line, post)
    })
  }
  return {
    give,
    sweep() {
      const now = performance.now()
      for (const line of idle) if (line.goodUntil <= now) line.close()
      return lines.size + dialling + waiting.length === 0
    },
    close() {
      isClosed = true
      for (const post of waiting.splice(0)) post.failed(closed)
      for (const line of lines) line.close()
    },
  }
}

const closed = new Error('the client was closed')

function carry(line: Line, post: Post): void {
  post.line = line
  line.carry(post)
}

function takeIdle(idle: Line[]): Line | undefined {
  for (;;) {
    const line = idle.pop()
    if (!line || line.goodUntil > performance.now()) return line
    line.close()
  }
}

/** Passes over those that have waited too long. */
function nextOf(waiting: Post[]): Post | undefined {
  for (;;) {
    const post = waiting.shift()
    if (!post?.isOver) return post
  }
}
