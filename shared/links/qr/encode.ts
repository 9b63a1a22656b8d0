/** Text as a square of modules, with room in the middle for a logo where one is wanted. */
import QRCode from 'qrcode'
import { textTooLong } from './errors.js'
import { bearsHole, layoutOf, strongestLevel } from './layout.js'
import { blocksOf, bytesThatFit, largestVersion, type Level } from './levels.js'

export interface Code {
  /** Modules on each side, without the margin. */
  side: number
  /** Modules on each side of the square that is kept free in the middle; 0 for none. */
  hole: number
  isDark(row: number, column: number): boolean
}

interface Shape {
  version: number
  level: Level
  hole: number
}

/** How much of the picture's side a logo takes: a quarter, or less where the code could not bear that. */
const logoShares = [1 / 4, 1 / 5, 1 / 6, 1 / 8]
/** So many versions above the smallest are tried before the logo shrinks: a finer code is harder to read than a smaller logo. */
const finerVersions = 4

/**
 * `level` is exact without a logo. With one it is the least: the code becomes as strong as its size allows, and finer if need be, so that
 * the logo covers no more than what can be mended.
 */
export function encode(text: string, { level, margin, logo }: { level: Level; margin: number; logo: boolean }): Code {
  const bytes = Buffer.from(text)
  const shape = logo ? shapeWithLogo(bytes.length, level, margin) : { version: smallestVersion(bytes.length, level), level, hole: 0 }
  // As bytes throughout: looking for shorter codings of parts takes up to a quarter of a second for a long text.
  const { modules } = QRCode.create([{ data: bytes, mode: 'byte' }], { version: shape.version, errorCorrectionLevel: shape.level })
  const { size: side, data } = modules
  const { hole } = shape
  const first = (side - hole) / 2
  const isFree = (at: number) => at >= first && at < first + hole
  return { side, hole, isDark: (row, column) => data[row * side + column] === 1 && !(isFree(row) && isFree(column)) }
}

function smallestVersion(bytes: number, level: Level): number {
  for (let version = 1; version <= largestVersion; version++)
    if (bytesThatFit(version, blocksOf(version, level, layoutOf(version).codewords)) >= bytes) return version
  throw textTooLong(level, bytesThatFit(largestVersion, blocksOf(largestVersion, level, layoutOf(largestVersion).codewords)))
}

function shapeWithLogo(bytes: number, weakest: Level, margin: number): Shape {
  const smallest = smallestVersion(bytes, weakest)
  for (const share of logoShares) {
    for (let version = smallest; version <= Math.min(smallest + finerVersions, largestVersion); version++) {
      const layout = layoutOf(version)
      const level = strongestLevel(layout, bytes, weakest) ?? weakest
      const hole = oddNear((layout.side + 2 * margin) * share)
      if (hole < layout.side && bearsHole(layout, level, hole)) return { version, level, hole }
    }
  }
  return { version: smallest, level: weakest, hole: 0 }
}

/** A hole with an even side can't lie in the middle of modules whose number is odd. */
const oddNear = (length: number) => 2 * Math.round((length - 1) / 2) + 1
