/**
 * How far a stream of events has come. Events are told in the order of the transactions that stored them: that is the only order in which
 * none can come late, whatever time it says and however long its transaction took.
 */
export interface Position {
  /** The transaction of the event that is next, or one before it. */
  tx: string
  /** Which of the transaction's arrivals. */
  no: string
  /** How many events of the arrival were told. */
  index: number
}

const largest = 2n ** 63n

export function positionOf(text: string): Position | null {
  const [, tx, no, index] = /^(\d{1,19})\.(\d{1,19})\.(\d{1,9})$/.exec(text) ?? []
  if (tx === undefined || no === undefined || BigInt(tx) >= largest || BigInt(no) >= largest) return null
  return { tx, no, index: Number(index) }
}

export const textOf = ({ tx, no, index }: Position) => `${tx}.${no}.${index}`
