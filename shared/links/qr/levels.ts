/** Error correction levels and capacities of QR codes (ISO/IEC 18004). */
import errorCorrection from 'qrcode/lib/core/error-correction-code.js'
import byName from 'qrcode/lib/core/error-correction-level.js'

/** Weakest first: 7, 15, 25 and 30 % of the code may be damaged. */
export const levels = ['L', 'M', 'Q', 'H'] as const
export type Level = (typeof levels)[number]

/** Versions run from 1 (21 modules per side) to this one (177). */
export const maxVersion = 40

export interface Blocks {
  count: number
  dataCodewords: number
  /** Wrong codewords that each block can correct. */
  correctableCodewords: number
}

/** Block structure of a version and level; `codewords` is the total of the symbol. */
export function blockStructure(version: number, level: Level, codewords: number): Blocks {
  const count = errorCorrection.getBlocksCount(version, byName[level])
  const forCorrection = errorCorrection.getTotalCodewordsCount(version, byName[level])
  return { count, dataCodewords: codewords - forCorrection, correctableCodewords: Math.floor(forCorrection / count / 2) }
}

/** Bytes that fit besides the mode indicator (4 bits) and the length (8 or 16 bits). */
export const byteCapacity = (version: number, { dataCodewords }: Blocks) => dataCodewords - (version < 10 ? 2 : 3)
