import { createRequire } from 'node:module'
import type { default as Read } from 'jsqr'
import { PNG } from 'pngjs'

// The package is CommonJS, although its types declare an ES module.
const jsQR = createRequire(import.meta.url)('jsqr') as typeof Read.default

/** Decodes the QR code in a PNG file with an independent library; also handles light codes on a dark background. */
export function decodeQr(file: Buffer) {
  const picture = PNG.sync.read(file)
  const { data, width, height } = picture
  return { text: jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null, picture }
}

/** The colour of a pixel as `r,g,b`. */
export const pixelAt = ({ data, width }: PNG, x: number, y: number) =>
  [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)].join()
