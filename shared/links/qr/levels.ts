/** How much of a code may be lost, and how much it can hold. Numbers of ISO/IEC 18004. */
import errorCorrection from 'qrcode/lib/core/error-correction-code.js'
import byName from 'qrcode/lib/core/error-correction-level.js'

/** Weakest first: 7, 15, 25 and 30 percent of a code may be damaged. */
export const levels = ['L', 'M', 'Q', 'H'] as const
export type Level = (typeof levels)[number]

/** Versions run from 1, with 21 modules on each side, to this one, with 177. */
export const largestVersion = 40

export interface Blocks {
  count: number
  dataCodewords: number
  /** Wrong codewords that each block can mend. */
  mends: number
}

/** `codewords` is what the whole symbol holds. */
export function blocksOf(version: number, level: Level, codewords: number): Blocks {
  const count = errorCorrection.getBlocksCount(version, byName[level])
  const forCorrection = errorCorrection.getTotalCodewordsCount(version, byName[level])
  return { count, dataCodewords: codewords - forCorrection, mends: Math.floor(forCorrection / count / 2) }
}

/** Bytes that fit beside the mark of their kind (4 bits) and their length (8 or 16 bits). */
export const bytesThatFit = (version: number, { dataCodewords }: Blocks) => dataCodewords - (version < 10 ? 2 : 3)
