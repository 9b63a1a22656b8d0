/** Polling that is shared by all streams of a workspace in this process: they poll at the same time and run each query once. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { seconds } from '../../kernel/time.js'

const pollIntervalMs = seconds(2)

export interface SharedPoll {
  /** Runs the query, or returns the result of another stream that ran it under the same key since the last poll. */
  share<Result>(key: string, query: () => Promise<Result>): Promise<Result>
  /** Resolves at the next poll, for all streams at once. */
  nextPoll(): Promise<void>
  leave(): void
}

const polls = new WeakMap<pg.Pool, Map<string, SharedPoll & { streams: number }>>()

/** Joins the workspace's poll, or starts it. */
export function joinPoll(pool: pg.Pool, workspaceId: string): SharedPoll {
  const byWorkspace = polls.get(pool) ?? new Map<string, SharedPoll & { streams: number }>()
  polls.set(pool, byWorkspace)
  const poll = byWorkspace.get(workspaceId) ?? openPoll(() => byWorkspace.delete(workspaceId))
  byWorkspace.set(workspaceId, poll)
  poll.streams++
  return poll
}

function openPoll(onLastLeave: () => void) {
  let results = new Map<string, Promise<unknown>>()
  let waiting: Promise<void> | null = null
  const waitForNextPoll = async () => {
    await pause(pollIntervalMs)
    results = new Map()
    waiting = null
  }
  const poll = {
    streams: 0,
    share<Result>(key: string, query: () => Promise<Result>): Promise<Result> {
      const result = (results.get(key) as Promise<Result> | undefined) ?? query()
      results.set(key, result)
      return result
    },
    nextPoll() {
      waiting ??= waitForNextPoll()
      return waiting
    },
    leave() {
      if (--poll.streams === 0) onLastLeave()
    },
  }
  return poll
}
