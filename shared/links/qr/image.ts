/** Decoding and scaling of untrusted images, with limits: a small file may decompress to gigabytes. */
import { decode as decodeJpeg } from 'jpeg-js'
import { PNG } from 'pngjs'
import { blend, type Colour } from './colour.js'
import { ImageError } from './errors.js'
import { paint, type Raster } from './raster.js'

export interface LogoImage {
  type: 'image/png' | 'image/jpeg'
  /** The original file. */
  file: Buffer
  width: number
  height: number
  /** Four bytes per pixel. */
  rgba: Uint8Array
}

/** Logos are rendered at most 500 pixels wide. */
const maxPixels = 1_000_000

/** Decodes a PNG or JPEG file, detected by its first bytes. Throws `ImageError` with a message for the caller. */
export async function decodeImage(file: Buffer): Promise<LogoImage> {
  if (file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return decodePng(file)
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return decodeJpegFile(file)
  throw new ImageError('it is neither a PNG nor a JPEG file.')
}

async function decodePng(file: Buffer): Promise<LogoImage> {
  // The first chunk holds the dimensions; they are checked before anything is decompressed.
  if (file.length < 33) throw damaged()
  checkDimensions(file.readUInt32BE(16), file.readUInt32BE(20))
  const { width, height, data } = await new Promise<PNG>((resolve, reject) => {
    new PNG().parse(file, (error, png) => (error ? reject(damaged()) : resolve(png)))
  })
  return { type: 'image/png', file, width, height, rgba: data }
}

function decodeJpegFile(file: Buffer): LogoImage {
  const limits = { maxResolutionInMP: maxPixels / 1e6, maxMemoryUsageInMB: 64 }
  try {
    const { width, height, data } = decodeJpeg(file, { useTArray: true, formatAsRGBA: true, ...limits })
    return { type: 'image/jpeg', file, width, height, rgba: data }
  } catch (error) {
    throw /maxResolutionInMP|maxMemoryUsageInMB/.test(String(error)) ? tooLarge() : damaged()
  }
}

const damaged = () => new ImageError('the file is damaged.')
const tooLarge = () => new ImageError(`it has more than ${maxPixels / 1e6} million pixels.`)

function checkDimensions(width: number, height: number): void {
  if (width === 0 || height === 0) throw damaged()
  if (width * height > maxPixels) throw tooLarge()
}

/** Scales the image to fit into a square of side `box`, keeping its aspect ratio, over an opaque background. */
export function scaleImage({ width, height, rgba }: LogoImage, box: number, background: Colour): Raster {
  const scale = box / Math.max(width, height)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return paint(size.width, size.height, (x, y) => {
    const [red, green, blue, alpha] = averageColour(rgba, width, sourceRange(x, size.width, width), sourceRange(y, size.height, height))
    return blend(background, [red, green, blue], alpha)
  })
}

type PixelRange = readonly [first: number, end: number]

/** Range of source pixels covered by one target pixel; at least one. */
const sourceRange = (index: number, target: number, source: number): PixelRange => {
  const first = Math.floor((index * source) / target)
  return [first, Math.max(first + 1, Math.floor(((index + 1) * source) / target))]
}

/** Colours are weighted by opacity; otherwise the colour of transparent pixels would bleed into edges. */
function averageColour(
  rgba: Uint8Array,
  width: number,
  [left, right]: PixelRange,
  [top, bottom]: PixelRange,
): [number, number, number, number] {
  let [red, green, blue, opacity] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const offset = (y * width + x) * 4
      const alpha = rgba[offset + 3] ?? 0
      red += (rgba[offset] ?? 0) * alpha
      green += (rgba[offset + 1] ?? 0) * alpha
      blue += (rgba[offset + 2] ?? 0) * alpha
      opacity += alpha
    }
  }
  const weight = opacity || 1
  return [red / weight, green / weight, blue / weight, opacity / 255 / ((right - left) * (bottom - top))]
}
