/** What the streams of one workspace have in common in this process: they look at the same moments, and ask the same questions once. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { seconds } from '../../kernel/time.js'

/** Between two looks. */
const interval = seconds(2)

export interface Feed {
  /** The answer to a question that another stream asked since the last rest, or a new one. */
  shared<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer>
  /** Resolves for all streams at once. */
  rest(): Promise<void>
  leave(): void
}

const feeds = new WeakMap<pg.Pool, Map<string, Feed & { streams: number }>>()

export function joinFeed(pool: pg.Pool, workspaceId: string): Feed {
  const ofPool = feeds.get(pool) ?? new Map<string, Feed & { streams: number }>()
  feeds.set(pool, ofPool)
  const feed = ofPool.get(workspaceId) ?? openFeed(() => ofPool.delete(workspaceId))
  ofPool.set(workspaceId, feed)
  feed.streams++
  return feed
}

function openFeed(forget: () => void) {
  let answers = new Map<string, Promise<unknown>>()
  let resting: Promise<void> | null = null
  const begin = async () => {
    await pause(interval)
    answers = new Map()
    resting = null
  }
  const feed = {
    streams: 0,
    shared<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> {
      const known = (answers.get(question) as Promise<Answer> | undefined) ?? ask()
      answers.set(question, known)
      return known
    },
    rest() {
      resting ??= begin()
      return resting
    },
    leave() {
      if (--feed.streams === 0) forget()
    },
  }
  return feed
}
