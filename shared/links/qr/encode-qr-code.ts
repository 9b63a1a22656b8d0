/** Encodes text as QR code modules, with a free square in the centre for an optional logo. */
import QRCode from 'qrcode'
import { textTooLong } from './errors.js'
import { toleratesHole, layoutOf, strongestLevel } from './layout.js'
import { blockStructure, byteCapacity, maxVersion, type Level } from './levels.js'

export interface QrCode {
  /** Modules on each side, without the margin. */
  side: number
  /** Side of the free square in the centre, in modules; 0 for none. */
  hole: number
  isDark(row: number, column: number): boolean
}

interface QrShape {
  version: number
  level: Level
  hole: number
}

/** Side of the logo relative to the image: a quarter, or less if error correction could not compensate for it. */
const logoRatios = [1 / 4, 1 / 5, 1 / 6, 1 / 8]
/** Versions above the smallest to try before the logo shrinks: a denser code is harder to scan than a smaller logo. */
const maxExtraVersions = 4

/**
 * Without a logo, `level` is exact. With one it is a minimum: the level is raised as far as the version allows, and the version if needed,
 * so that the logo covers no more than error correction can restore.
 */
export function encodeQrCode(text: string, { level, margin, logo }: { level: Level; margin: number; logo: boolean }): QrCode {
  const bytes = Buffer.from(text)
  const shape = logo ? shapeWithLogo(bytes.length, level, margin) : { version: smallestVersion(bytes.length, level), level, hole: 0 }
  // Byte mode only: searching for an optimal mix of modes takes up to 250 ms for a long text.
  const { modules } = QRCode.create([{ data: bytes, mode: 'byte' }], { version: shape.version, errorCorrectionLevel: shape.level })
  const { size: side, data } = modules
  const { hole } = shape
  const first = (side - hole) / 2
  const isInHole = (index: number) => index >= first && index < first + hole
  return { side, hole, isDark: (row, column) => data[row * side + column] === 1 && !(isInHole(row) && isInHole(column)) }
}

function smallestVersion(bytes: number, level: Level): number {
  for (let version = 1; version <= maxVersion; version++)
    if (byteCapacity(version, blockStructure(version, level, layoutOf(version).codewords)) >= bytes) return version
  throw textTooLong(level, byteCapacity(maxVersion, blockStructure(maxVersion, level, layoutOf(maxVersion).codewords)))
}

function shapeWithLogo(bytes: number, minLevel: Level, margin: number): QrShape {
  const smallest = smallestVersion(bytes, minLevel)
  for (const ratio of logoRatios) {
    for (let version = smallest; version <= Math.min(smallest + maxExtraVersions, maxVersion); version++) {
      const layout = layoutOf(version)
      const level = strongestLevel(layout, bytes, minLevel) ?? minLevel
      const hole = nearestOdd((layout.side + 2 * margin) * ratio)
      if (hole < layout.side && toleratesHole(layout, level, hole)) return { version, level, hole }
    }
  }
  return { version: smallest, level: minLevel, hole: 0 }
}

/** Rounds to an odd number: QR codes have odd sides, so only an odd hole can be centred. */
const nearestOdd = (length: number) => 2 * Math.round((length - 1) / 2) + 1
