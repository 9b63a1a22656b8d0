/** A code as PNG and as SVG. */
import { type Colour, hexOf } from './colour.js'
import type { Code } from './encode.js'
import { sizeTooSmall } from './errors.js'
import { fitPicture, type Picture } from './picture.js'
import { encodePng } from './png.js'
import { type MarkColours, markRaster, markSvg } from './product-mark.js'
import type { Raster } from './raster.js'

/** A picture that somebody chose, or the product's own mark. */
export type Logo = Picture | 'mark'

export interface Look {
  /** Pixels on each side. */
  size: number
  /** Modules on each side of the code that stay empty, at least. */
  margin: number
  dark: Colour
  light: Colour
  logo: Logo | null
}

const logoShare = 1 / 4
/** Modules between a logo and what it stands in, both sides together. */
const logoGap = 0.5

/**
 * Every module is the same number of whole pixels wide: uneven ones make readers lose count in large codes. What the size leaves over goes
 * to the margin.
 */
export async function renderPng(code: Code, look: Look): Promise<Buffer> {
  const { size, margin, light, logo } = look
  const total = code.side + 2 * margin
  const unit = Math.floor(size / total)
  if (unit === 0) throw sizeTooSmall(total)
  const start = Math.floor((size - unit * code.side) / 2)
  const empty: Buffer = pixels(size, light)
  const rows: Buffer[] = Array.from({ length: size }, () => empty)
  for (let row = 0; row < code.side; row++)
    rows.fill(moduleRow(code, row, { start, unit, look }), start + row * unit, start + (row + 1) * unit)
  const box = Math.floor(logoSide(code.hole, size, unit))
  if (logo && box > 0) lay(rows, size, logo === 'mark' ? markRaster(box, markColours(look)) : fitPicture(logo, box, light))
  return encodePng(size, size, rows)
}

const pixels = (count: number, colour: Colour) => Buffer.alloc(count * 3, Buffer.from(colour))

function moduleRow(
  { side, isDark }: Code,
  row: number,
  { start, unit, look: { size, dark, light } }: { start: number; unit: number; look: Look },
): Buffer {
  const line = pixels(size, light)
  const ink = Buffer.from(dark)
  for (let column = 0; column < side; column++)
    if (isDark(row, column)) line.fill(ink, (start + column * unit) * 3, (start + (column + 1) * unit) * 3)
  return line
}

/** A quarter of the picture, or what the free modules leave. */
const logoSide = (hole: number, size: number, unit: number) => Math.max(0, Math.min(size * logoShare, (hole - logoGap) * unit))

const markColours = ({ dark, light }: Look): MarkColours => ({ disc: dark, streams: light, ground: light })

function lay(rows: Buffer[], size: number, { width, height, rgb }: Raster): void {
  const left = Math.round((size - width) / 2)
  const top = Math.round((size - height) / 2)
  for (let y = 0; y < height; y++) {
    const row = Buffer.from(rows[top + y] ?? [])
    rgb.copy(row, left * 3, y * width * 3, (y + 1) * width * 3)
    rows[top + y] = row
  }
}

export function renderSvg(code: Code, look: Look): string {
  const { size, margin, dark, light, logo } = look
  const total = code.side + 2 * margin
  const box = logoSide(code.hole, total, 1)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${total} ${total}" shape-rendering="crispEdges">`,
    `<path fill="${hexOf(light)}" d="M0 0h${total}v${total}H0z"/><path fill="${hexOf(dark)}" d="${modulePath(code, margin)}"/>`,
    logo && box > 0 ? logoSvg(logo, (total - box) / 2, box, look) : '',
    '</svg>',
  ].join('')
}

/** Neighbours in a row are one bar, so that no seam shows between them. */
function modulePath({ side, isDark }: Code, margin: number): string {
  const bars: string[] = []
  for (let row = 0; row < side; row++) {
    for (let column = 0, end = 0; column < side; column = end + 1) {
      for (end = column; end < side && isDark(row, end);) end++
      if (end > column) bars.push(`M${margin + column} ${margin + row}h${end - column}v1h${column - end}z`)
    }
  }
  return bars.join('')
}

function logoSvg(logo: Logo, start: number, side: number, look: Look): string {
  if (logo === 'mark') return markSvg(start, side, markColours(look))
  return `<image x="${start}" y="${start}" width="${side}" height="${side}" href="data:${logo.type};base64,${logo.file.toString('base64')}"/>`
}
