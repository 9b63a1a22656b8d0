/** Pictures that others made, read within limits: a small file may unfold into gigabytes. */
import { decode as decodeJpeg } from 'jpeg-js'
import { PNG } from 'pngjs'
import { blend, type Colour } from './colour.js'
import { PictureError } from './errors.js'
import { paint, type Raster } from './raster.js'

export interface Picture {
  type: 'image/png' | 'image/jpeg'
  /** The file as it came. */
  file: Buffer
  width: number
  height: number
  /** Four bytes a pixel. */
  rgba: Uint8Array
}

/** A logo is drawn 500 pixels wide at most. */
const largestPixels = 1_000_000

/** Decodes PNG and JPEG, told apart by their first bytes. Throws `PictureError` with a sentence for whoever sent the picture. */
export async function decodePicture(file: Buffer): Promise<Picture> {
  if (file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return decodePng(file)
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return decodeJpegFile(file)
  throw new PictureError('it is neither a PNG nor a JPEG file.')
}

async function decodePng(file: Buffer): Promise<Picture> {
  // The first chunk says the size; it is read before anything is unpacked.
  if (file.length < 33) throw damaged()
  refuseLarge(file.readUInt32BE(16), file.readUInt32BE(20))
  const { width, height, data } = await new Promise<PNG>((resolve, reject) => {
    new PNG().parse(file, (error, png) => (error ? reject(damaged()) : resolve(png)))
  })
  return { type: 'image/png', file, width, height, rgba: data }
}

function decodeJpegFile(file: Buffer): Picture {
  const limits = { maxResolutionInMP: largestPixels / 1e6, maxMemoryUsageInMB: 64 }
  try {
    const { width, height, data } = decodeJpeg(file, { useTArray: true, formatAsRGBA: true, ...limits })
    return { type: 'image/jpeg', file, width, height, rgba: data }
  } catch (error) {
    throw /maxResolutionInMP|maxMemoryUsageInMB/.test(String(error)) ? tooLarge() : damaged()
  }
}

const damaged = () => new PictureError('the file is damaged.')
const tooLarge = () => new PictureError(`it has more than ${largestPixels / 1e6} million pixels.`)

function refuseLarge(width: number, height: number): void {
  if (width === 0 || height === 0) throw damaged()
  if (width * height > largestPixels) throw tooLarge()
}

/** The picture on `ground`, as large as fits into a square of side `box` without changing its proportions. */
export function fitPicture({ width, height, rgba }: Picture, box: number, ground: Colour): Raster {
  const scale = box / Math.max(width, height)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return paint(size.width, size.height, (x, y) => {
    const [red, green, blue, alpha] = average(rgba, width, span(x, size.width, width), span(y, size.height, height))
    return blend(ground, [red, green, blue], alpha)
  })
}

type Span = readonly [first: number, end: number]

/** The source pixels that lie under one target pixel; at least one. */
const span = (at: number, target: number, source: number): Span => {
  const first = Math.floor((at * source) / target)
  return [first, Math.max(first + 1, Math.floor(((at + 1) * source) / target))]
}

/** Colours count by their opacity, otherwise the colour of invisible pixels would show at edges. */
function average(rgba: Uint8Array, width: number, [left, right]: Span, [top, bottom]: Span): [number, number, number, number] {
  let [red, green, blue, opacity] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4
      const alpha = rgba[at + 3] ?? 0
      red += (rgba[at] ?? 0) * alpha
      green += (rgba[at + 1] ?? 0) * alpha
      blue += (rgba[at + 2] ?? 0) * alpha
      opacity += alpha
    }
  }
  const weight = opacity || 1
  return [red / weight, green / weight, blue / weight, opacity / 255 / ((right - left) * (bottom - top))]
}
