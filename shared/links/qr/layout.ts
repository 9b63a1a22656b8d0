/** Positions of the codewords in a QR code, to compute how many a hole in the centre destroys. */
import QRCode from 'qrcode'
import { type Blocks, blockStructure, byteCapacity, type Level, levels } from './levels.js'

export interface Layout {
  version: number
  side: number
  /** Codeword index of each module, row by row; -1 for modules without data. */
  codewordAt: Int16Array
  codewords: number
}

const layouts = new Map<number, Layout>()

export function layoutOf(version: number): Layout {
  const layout = layouts.get(version) ?? computeLayout(version)
  layouts.set(version, layout)
  return layout
}

/**
 * Data bits run in two-module columns from right to left, alternating upward and downward, around the fixed patterns. The column of the
 * vertical timing pattern is skipped.
 */
function computeLayout(version: number): Layout {
  const { modules } = QRCode.create([{ data: Buffer.from('x'), mode: 'byte' }], { version, errorCorrectionLevel: 'L', maskPattern: 0 })
  const { size: side, reservedBit: isFixed } = modules
  const codewordAt = new Int16Array(side * side).fill(-1)
  let bits = 0
  let upward = true
  for (let right = side - 1; right > 0; right -= 2, upward = !upward) {
    if (right === 6) right = 5
    for (let step = 0; step < side; step++) {
      const row = upward ? side - 1 - step : step
      for (const index of [row * side + right, row * side + right - 1]) if (!isFixed[index]) codewordAt[index] = bits++ >> 3
    }
  }
  const codewords = bits >> 3
  // Remainder bits at the end belong to no codeword.
  for (const [index, codeword] of codewordAt.entries()) if (codeword === codewords) codewordAt[index] = -1
  return { version, side, codewordAt, codewords }
}

/** The strongest level, at least `minLevel`, at which the bytes fit; undefined if none does. */
export function strongestLevel({ version, codewords }: Layout, bytes: number, minLevel: Level): Level | undefined {
  return levels
    .slice(levels.indexOf(minLevel))
    .findLast((level) => byteCapacity(version, blockStructure(version, level, codewords)) >= bytes)
}

/** Share of the error correction of a block that a hole may use; the rest is reserved for dirt, glare and curved surfaces. */
const maxCorrectionShare = 0.75

/** Whether the code stays readable with a centred square hole of `hole` modules per side (an odd number). */
export function toleratesHole(layout: Layout, level: Level, hole: number): boolean {
  const blocks = blockStructure(layout.version, level, layout.codewords)
  const lost = Array.from({ length: blocks.count }, () => 0)
  for (const codeword of codewordsIn(layout, hole)) {
    const block = blockOf(codeword, layout.codewords, blocks)
    lost[block] = (lost[block] ?? 0) + 1
  }
  return Math.max(...lost) <= blocks.correctableCodewords * maxCorrectionShare
}

function codewordsIn({ side, codewordAt }: Layout, hole: number): Set<number> {
  const first = (side - hole) / 2
  const found = new Set<number>()
  for (let row = first; row < first + hole; row++)
    for (let column = first; column < first + hole; column++) found.add(codewordAt[row * side + column] ?? -1)
  found.delete(-1)
  return found
}

/** Codewords are interleaved over the blocks; the last blocks hold one data codeword more than the first. */
function blockOf(codeword: number, codewords: number, { count, dataCodewords }: Blocks): number {
  if (codeword >= dataCodewords) return (codeword - dataCodewords) % count
  const interleaved = Math.floor(dataCodewords / count) * count
  return codeword < interleaved ? codeword % count : count - (codewords % count) + (codeword - interleaved)
}
