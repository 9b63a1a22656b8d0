/** Renders QR codes as PNG and SVG. */
import { type Colour, hexOf } from './colour.js'
import type { QrCode } from './encode-qr-code.js'
import { sizeTooSmall } from './errors.js'
import { scaleImage, type LogoImage } from './image.js'
import { encodePng } from './png.js'
import { type MarkColours, markRaster, markSvg } from './product-mark.js'
import type { Raster } from './raster.js'

/** A custom image, or the product logo. */
export type Logo = LogoImage | 'mark'

export interface QrStyle {
  /** Side in pixels. */
  size: number
  /** Minimum number of empty modules around the code. */
  margin: number
  dark: Colour
  light: Colour
  logo: Logo | null
}

const logoRatio = 1 / 4
/** Gap between the logo and the surrounding modules, in modules, both sides together. */
const logoGap = 0.5

/** All modules have the same whole number of pixels: scanners misread large codes with uneven modules. Remaining pixels go to the margin. */
export async function renderPng(code: QrCode, style: QrStyle): Promise<Buffer> {
  const { size, margin, light, logo } = style
  const total = code.side + 2 * margin
  const unit = Math.floor(size / total)
  if (unit === 0) throw sizeTooSmall(total)
  const start = Math.floor((size - unit * code.side) / 2)
  const empty: Buffer = solidRow(size, light)
  const rows: Buffer[] = Array.from({ length: size }, () => empty)
  for (let row = 0; row < code.side; row++)
    rows.fill(moduleRow(code, row, { start, unit, style }), start + row * unit, start + (row + 1) * unit)
  const box = Math.floor(logoSide(code.hole, size, unit))
  if (logo && box > 0) overlay(rows, size, logo === 'mark' ? markRaster(box, markColours(style)) : scaleImage(logo, box, light))
  return encodePng(size, size, rows)
}

const solidRow = (count: number, colour: Colour) => Buffer.alloc(count * 3, Buffer.from(colour))

function moduleRow(
  { side, isDark }: QrCode,
  row: number,
  { start, unit, style: { size, dark, light } }: { start: number; unit: number; style: QrStyle },
): Buffer {
  const line = solidRow(size, light)
  const ink = Buffer.from(dark)
  for (let column = 0; column < side; column++)
    if (isDark(row, column)) line.fill(ink, (start + column * unit) * 3, (start + (column + 1) * unit) * 3)
  return line
}

/** Side of the logo: a quarter of the image, or as much as fits into the hole. */
const logoSide = (hole: number, size: number, unit: number) => Math.max(0, Math.min(size * logoRatio, (hole - logoGap) * unit))

const markColours = ({ dark, light }: QrStyle): MarkColours => ({ disc: dark, streams: light, background: light })

function overlay(rows: Buffer[], size: number, { width, height, rgb }: Raster): void {
  const left = Math.round((size - width) / 2)
  const top = Math.round((size - height) / 2)
  for (let y = 0; y < height; y++) {
    const row = Buffer.from(rows[top + y] ?? [])
    rgb.copy(row, left * 3, y * width * 3, (y + 1) * width * 3)
    rows[top + y] = row
  }
}

export function renderSvg(code: QrCode, style: QrStyle): string {
  const { size, margin, dark, light, logo } = style
  const total = code.side + 2 * margin
  const box = logoSide(code.hole, total, 1)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${total} ${total}" shape-rendering="crispEdges">`,
    `<path fill="${hexOf(light)}" d="M0 0h${total}v${total}H0z"/><path fill="${hexOf(dark)}" d="${modulePath(code, margin)}"/>`,
    logo && box > 0 ? logoSvg(logo, (total - box) / 2, box, style) : '',
    '</svg>',
  ].join('')
}

/** Adjacent modules of a row are drawn as one bar to avoid visible seams. */
function modulePath({ side, isDark }: QrCode, margin: number): string {
  const bars: string[] = []
  for (let row = 0; row < side; row++) {
    for (let column = 0, end = 0; column < side; column = end + 1) {
      for (end = column; end < side && isDark(row, end);) end++
      if (end > column) bars.push(`M${margin + column} ${margin + row}h${end - column}v1h${column - end}z`)
    }
  }
  return bars.join('')
}

function logoSvg(logo: Logo, start: number, side: number, style: QrStyle): string {
  if (logo === 'mark') return markSvg(start, side, markColours(style))
  return `<image x="${start}" y="${start}" width="${side}" height="${side}" href="data:${logo.type};base64,${logo.file.toString('base64')}"/>`
}
