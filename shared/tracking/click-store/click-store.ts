/**
 * Interface between tracking and the store of clicks: PostgreSQL or ClickHouse. With either, counters are in PostgreSQL and change in the
 * transaction that stores the clicks.
 */
import type pg from 'pg'
import type { NewClicks } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'

export type Client = Pick<pg.ClientBase, 'query'>

/** A click by its id and the time under which it is stored. */
export interface ClickReference {
  id: string
  at: Date
}

export interface LinkClicks {
  linkId: string
  country: string
  clicks: number
}

export interface ClickStore {
  name: 'postgres' | 'clickhouse'
  /**
   * Stores clicks in the caller's transaction, under the ingestion lock, and returns the new ones by workspace. Clicks whose id exists are
   * left out.
   */
  insert(client: Client, rows: readonly ClickRow[]): Promise<NewClicks[]>
  /** Which of the ids of recent clicks exist. None of them is older than the lifetime of a cookie before `since`. */
  findExisting(client: Client, ids: readonly string[], since: Date): Promise<Set<string>>
  /** Clicks by id and time, oldest first. Missing clicks are left out. */
  find(clicks: readonly ClickReference[]): Promise<ClickRow[]>
  /** Clicks of links in a range of time, by link and country. */
  countByCountry(workspaceId: string, linkIds: readonly string[], range: { from: Date; to: Date }): Promise<LinkClicks[]>
}
