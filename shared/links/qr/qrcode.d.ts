// Internal tables of the qrcode package, which its published types do not cover.
declare module 'qrcode/lib/core/error-correction-code.js' {
  import type { Level } from 'qrcode/lib/core/error-correction-level.js'
  const code: {
    getBlocksCount(version: number, level: Level): number
    /** Error correction codewords of all blocks together. */
    getTotalCodewordsCount(version: number, level: Level): number
  }
  export default code
}
declare module 'qrcode/lib/core/error-correction-level.js' {
  export type Level = { bit: number }
  const levels: Record<'L' | 'M' | 'Q' | 'H', Level>
  export default levels
}
