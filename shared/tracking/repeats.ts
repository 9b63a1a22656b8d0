/** Which clicks repeat one of the same visitor on the same link. */
import { hash } from 'node:crypto'
import { repeatWindow, type RawClick } from './click-batch.js'

/** One visitor and one link, as the 128 bits of a uuid. */
export function visitOf({ linkId, ip, ua }: Pick<RawClick, 'linkId' | 'ip' | 'ua'>): string {
  return hash('sha256', `${linkId}\n${ip}-${ua}`, 'hex').slice(0, 32)
}

/**
 * Clicks that arrived together, without those that repeat one of the same visit within the hour. In `rounds` each visit stands once a
 * round: a second one is there only when a long queue is worked off and the visitor came back after an hour.
 */
export function splitRepeats(clicks: RawClick[]): { rounds: RawClick[][]; repeats: RawClick[] } {
  const last = new Map<string, { at: number; round: number }>()
  const rounds: RawClick[][] = []
  const repeats: RawClick[] = []
  for (const click of clicks.toSorted((a, b) => a.at - b.at)) {
    const visit = visitOf(click)
    const before = last.get(visit)
    if (before && click.at - before.at < repeatWindow) {
      repeats.push(click)
      continue
    }
    const round = before ? before.round + 1 : 0
    last.set(visit, { at: click.at, round })
    ;(rounds[round] ??= []).push(click)
  }
  return { rounds, repeats }
}
