/** Opaque pixels. */
import type { Colour } from './colour.js'

export interface Raster {
  width: number
  height: number
  /** Three bytes a pixel, row by row. */
  rgb: Buffer
}

/** A raster whose pixels are asked for one by one. */
export function paint(width: number, height: number, colourAt: (x: number, y: number) => Colour): Raster {
  const rgb = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgb.set(colourAt(x, y), (y * width + x) * 3)
  return { width, height, rgb }
}
