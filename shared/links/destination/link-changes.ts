/** Follows changes of links. Triggers of the database announce each one when its transaction commits, whatever made it. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { notifyThroughPool, openListeningConnection } from '../../kernel/db/listening-connection.js'
import { seconds } from '../../kernel/time.js'

/**
 * Payloads are the address of a changed or deleted link, the id of a closed workspace, or empty after all links were deleted. Named by a
 * migration.
 */
const channel = 'tributary_links'

export interface LinkChangeListener {
  /** The link at this address changed, moved away or was deleted. */
  onLink(address: string): void
  onClosedWorkspace(workspaceId: string): void
  /** Any link may have changed. */
  onGap(): void
  /** All changes that were committed until then were reported. In milliseconds of `performance.now()`. */
  onConfirmed(at: number): void
}

export interface LinkChanges {
  /** Asks for `onConfirmed`, unless that was requested already. Returns false if no answer can be expected soon. */
  requestConfirmation(): boolean
  close(): Promise<void>
}

/** An answer takes a millisecond. */
const usualAnswerMs = seconds(0.25)
const repeatAfterMs = seconds(1)

/**
 * A confirmation is a notification to itself: PostgreSQL delivers notifications in the order of commits, so that all earlier changes have
 * been reported when it arrives. The first one after each start of the connection comes through the pool: a pooler in transaction mode
 * delivers to a connection its own notifications, and drops those of others.
 */
export async function followLinkChanges(
  pool: pg.Pool,
  listener: LinkChangeListener,
  onError: (error: Error) => void,
): Promise<LinkChanges> {
  const ownChannel = `${channel}_${randomBytes(8).toString('hex')}`
  /** Since when no answer came; null if none is missing. */
  let unansweredSince: number | null = Number.NEGATIVE_INFINITY
  let requestedAt = Number.NEGATIVE_INFINITY
  let [receivesOthers, isFirstSent] = [false, false]
  const connection = await openListeningConnection(pool.options, {
    channels: [channel, ownChannel],
    onNotification(name, payload) {
      if (name === ownChannel) {
        receivesOthers = true
        unansweredSince = null
        listener.onConfirmed(Number(payload))
      } else if (payload === '') listener.onGap()
      else if (payload.includes(' ')) listener.onLink(payload)
      else listener.onClosedWorkspace(payload)
    },
    onGap() {
      ;[receivesOthers, isFirstSent] = [false, false]
      unansweredSince = Number.NEGATIVE_INFINITY
      listener.onGap()
    },
    onError,
  })
  const send = async (payload: string): Promise<void> => {
    if (receivesOthers) return connection.notify(ownChannel, payload)
    // Sent once: it would arrive by chance while the connection sends a ping.
    if (isFirstSent) return
    isFirstSent = true
    await notifyThroughPool(pool, ownChannel, payload).catch(() => (isFirstSent = false))
  }
  return {
    requestConfirmation() {
      const now = performance.now()
      if (unansweredSince === null || now - requestedAt > repeatAfterMs) {
        requestedAt = now
        unansweredSince ??= now
        send(String(now)).catch(() => undefined) // the connection reports its loss
      }
      return now - unansweredSince < usualAnswerMs
    },
    close: () => connection.close(),
  }
}
