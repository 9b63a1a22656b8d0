import { createRequire } from 'node:module'
/** An independent reader of QR codes. */
import type { default as Read } from 'jsqr'
import { PNG } from 'pngjs'

// The package is CommonJS, but its types say otherwise.
const jsQR = createRequire(import.meta.url)('jsqr') as typeof Read.default

/** The text of the code in a PNG file, and the picture; a light code on a dark ground is read as well. */
export function readQr(file: Buffer) {
  const picture = PNG.sync.read(file)
  const { data, width, height } = picture
  return { text: jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null, picture }
}

/** The colour of a pixel as `r,g,b`. */
export const pixelAt = ({ data, width }: PNG, x: number, y: number) =>
  [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)].join()
