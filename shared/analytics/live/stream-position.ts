/**
 * Position in a stream of events. Events are delivered in the order of the transactions that stored them. In this order no event arrives
 * late, whatever its timestamp is and however long its transaction took.
 */
export interface StreamPosition {
  /** The transaction of the next event, or an earlier one. */
  tx: string
  /** The number of the arrival within its transaction. */
  no: string
  /** How many events of the arrival were delivered. */
  index: number
}

const maxPosition = 2n ** 63n

export function parsePosition(text: string): StreamPosition | null {
  const [, tx, no, index] = /^(\d{1,19})\.(\d{1,19})\.(\d{1,9})$/.exec(text) ?? []
  if (tx === undefined || no === undefined || BigInt(tx) >= maxPosition || BigInt(no) >= maxPosition) return null
  return { tx, no, index: Number(index) }
}

export const formatPosition = ({ tx, no, index }: StreamPosition) => `${tx}.${no}.${index}`
