/** Opaque pixel images. */
import type { Colour } from './colour.js'

export interface Raster {
  width: number
  height: number
  /** Three bytes per pixel, row by row. */
  rgb: Buffer
}

/** Computes a raster pixel by pixel. */
export function paint(width: number, height: number, colourAt: (x: number, y: number) => Colour): Raster {
  const rgb = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgb.set(colourAt(x, y), (y * width + x) * 3)
  return { width, height, rgb }
}
