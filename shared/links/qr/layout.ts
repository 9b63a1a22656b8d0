/** Where each codeword of a code lies, and so what a hole in its middle costs. */
import QRCode from 'qrcode'
import { type Blocks, blocksOf, bytesThatFit, type Level, levels } from './levels.js'

export interface Layout {
  version: number
  side: number
  /** Codeword of each module, row by row; -1 where the module holds none. */
  codewordAt: Int16Array
  codewords: number
}

const layouts = new Map<number, Layout>()

export function layoutOf(version: number): Layout {
  const known = layouts.get(version) ?? readLayout(version)
  layouts.set(version, known)
  return known
}

/**
 * Bits run in columns of two, from the right, up and down by turns, around the fixed patterns; the column of the timing pattern is left
 * out.
 */
function readLayout(version: number): Layout {
  const { modules } = QRCode.create([{ data: Buffer.from('x'), mode: 'byte' }], { version, errorCorrectionLevel: 'L', maskPattern: 0 })
  const { size: side, reservedBit: isFixed } = modules
  const codewordAt = new Int16Array(side * side).fill(-1)
  let bits = 0
  let upward = true
  for (let right = side - 1; right > 0; right -= 2, upward = !upward) {
    if (right === 6) right = 5
    for (let step = 0; step < side; step++) {
      const row = upward ? side - 1 - step : step
      for (const at of [row * side + right, row * side + right - 1]) if (!isFixed[at]) codewordAt[at] = bits++ >> 3
    }
  }
  const codewords = bits >> 3
  // A few bits at the end may fill no codeword.
  for (const [at, codeword] of codewordAt.entries()) if (codeword === codewords) codewordAt[at] = -1
  return { version, side, codewordAt, codewords }
}

/** The strongest level at which so many bytes fit, from `weakest` up; undefined when none does. */
export function strongestLevel({ version, codewords }: Layout, bytes: number, weakest: Level): Level | undefined {
  return levels.slice(levels.indexOf(weakest)).findLast((level) => bytesThatFit(version, blocksOf(version, level, codewords)) >= bytes)
}

/** A hole may cost a block this share of what it can mend; the rest is left for dirt, glare and a bent surface. */
const shareForHole = 0.75

/** Whether a square hole of `hole` modules (an odd number) in the middle leaves the code well readable. */
export function bearsHole(layout: Layout, level: Level, hole: number): boolean {
  const blocks = blocksOf(layout.version, level, layout.codewords)
  const lost = Array.from({ length: blocks.count }, () => 0)
  for (const codeword of codewordsIn(layout, hole)) {
    const block = blockOf(codeword, layout.codewords, blocks)
    lost[block] = (lost[block] ?? 0) + 1
  }
  return Math.max(...lost) <= blocks.mends * shareForHole
}

function codewordsIn({ side, codewordAt }: Layout, hole: number): Set<number> {
  const first = (side - hole) / 2
  const hit = new Set<number>()
  for (let row = first; row < first + hole; row++)
    for (let column = first; column < first + hole; column++) hit.add(codewordAt[row * side + column] ?? -1)
  hit.delete(-1)
  return hit
}

/** Blocks take codewords by turns; the last blocks hold one data codeword more than the first. */
function blockOf(codeword: number, codewords: number, { count, dataCodewords }: Blocks): number {
  if (codeword >= dataCodewords) return (codeword - dataCodewords) % count
  const inTurns = Math.floor(dataCodewords / count) * count
  return codeword < inTurns ? codeword % count : count - (codewords % count) + (codeword - inTurns)
}
