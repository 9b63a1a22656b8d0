/**
 * Small statements that are asked with every request. Sent by itself, each wakes another process and waits for it, which takes longer than
 * the statement does; so do the begin and the commit of a transaction that only holds settings.
 */
import type pg from 'pg'
import { Asking, type Question } from './asking.js'

/**
 * Each question is a transaction of its own; what `before` sets for a transaction holds for that question. Questions that are asked without
 * waiting for one another go out together, on one connection, and are answered in turn: one that takes long keeps those behind it.
 */
export const askPrepared = <Row extends object>(pool: pg.Pool, question: Question, before: readonly Question[] = []): Promise<Row[]> =>
  new Promise<object[]>((resolve, reject) =>
    gather(pool, new Asking(question, before, (error, rows) => (error ? reject(error) : resolve(rows)))),
  ) as Promise<Row[]>

const gathering = new WeakMap<pg.Pool, Asking[]>()

function gather(pool: pg.Pool, asking: Asking): void {
  const others = gathering.get(pool)
  if (others) return void others.push(asking)
  const together = [asking]
  gathering.set(pool, together)
  queueMicrotask(() => {
    gathering.delete(pool)
    pool.connect((error, client, release) =>
      client ? ask(client, release, together) : together.forEach((one) => one.settle(error as Error, [])),
    )
  })
}

/** The first one sends all; the driver, which has one query at a time, is given each where the one before ends. */
function ask(client: pg.PoolClient, release: (error?: Error) => void, together: readonly Asking[]): void {
  let failure: Error | null = null
  const take = (place: number) => {
    const asking = together[place]
    // A connection on which something failed is given up, and what it is believed to have prepared with it.
    if (!asking) return release(failure ?? undefined)
    asking.callback = (error, rows = []) => {
      failure ??= error
      take(place + 1)
      asking.settle(error, rows)
    }
    client.query(asking)
  }
  together[0]?.bring(together)
  take(0)
}

/** A statement as the ORM takes it, with `?` and `array[?]` for its values, as a question. */
export function asQuestion(sql: string, values: readonly unknown[]): Question {
  let place = 0
  return { text: sql.replaceAll(/array\[\?\]|\?/g, () => `$${++place}`), values }
}
