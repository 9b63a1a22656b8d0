/** Duplicate clicks: repeated clicks of the same visitor on the same link. */
import { hash } from 'node:crypto'
import { duplicateWindow, type RawClick } from './click-batch.js'

/**
 * What tells a visitor's clicks on a link from others. A link moved to another workspace has new visitors: it counts none of its earlier
 * ones.
 */
export type VisitorOnLink = Pick<RawClick, 'workspaceId' | 'linkId' | 'ip' | 'ua'>

/** Identifies a visitor on a link: 128 bits, stored as a uuid. */
export function visitId({ workspaceId, linkId, ip, ua }: VisitorOnLink): string {
  return hash('sha256', `${workspaceId}\n${linkId}\n${ip}-${ua}`, 'hex').slice(0, 32)
}

/** Store key of a visitor's click id on a link, kept for an hour. */
export const visitKey = (visit: VisitorOnLink) => `visit:${visitId(visit)}`

/** A click and its visitor on its link. */
export interface Visit {
  visit: string
  click: RawClick
}

/**
 * Separates duplicates within the duplicate window from the other clicks of a batch. Each visit occurs at most once per round; a second
 * round is needed only if a long backlog contains a visitor who came back after an hour.
 */
export function splitDuplicates(clicks: RawClick[]): { rounds: Visit[][]; duplicates: RawClick[] } {
  const last = new Map<string, { at: number; round: number }>()
  const rounds: Visit[][] = []
  const duplicates: RawClick[] = []
  for (const click of clicks.toSorted((a, b) => a.at - b.at)) {
    const visit = visitId(click)
    const previous = last.get(visit)
    if (previous && click.at - previous.at < duplicateWindow) {
      duplicates.push(click)
      continue
    }
    const round = previous ? previous.round + 1 : 0
    last.set(visit, { at: click.at, round })
    ;(rounds[round] ??= []).push({ visit, click })
  }
  return { rounds, duplicates }
}

/**
 * Keeps the earliest click of each id. A visitor who sends the click cookie again repeats the id, possibly from another address or with
 * another user agent.
 */
export function splitRepeatedIds(clicks: RawClick[]): { first: RawClick[]; repeated: RawClick[] } {
  const earliest = new Map<string, RawClick>()
  for (const click of clicks) {
    const known = earliest.get(click.id)
    if (!known || click.at < known.at) earliest.set(click.id, click)
  }
  if (earliest.size === clicks.length) return { first: clicks, repeated: [] }
  return { first: [...earliest.values()], repeated: clicks.filter((click) => earliest.get(click.id) !== click) }
}
