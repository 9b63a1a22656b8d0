/** The Tributary logo, two streams joining into one, as geometry: identical at every size, as pixels and as SVG. */
import { blend, type Colour, hexOf } from './colour.js'
import { paint, type Raster } from './raster.js'

type Point = readonly [x: number, y: number]

/** Lines with round caps on a disc, in a square of side 1. */
const streams: readonly (readonly [from: Point, to: Point])[] = [
  [
    [0.27, 0.24],
    [0.5, 0.53],
  ],
  [
    [0.73, 0.24],
    [0.5, 0.53],
  ],
  [
    [0.5, 0.53],
    [0.5, 0.8],
  ],
]
const streamWidth = 0.13

export interface MarkColours {
  disc: Colour
  streams: Colour
  /** Behind the disc. */
  background: Colour
}

export function markRaster(size: number, { disc, streams: streamColour, background }: MarkColours): Raster {
  return paint(size, size, (x, y) => {
    const point: Point = [(x + 0.5) / size, (y + 0.5) / size]
    const inDisc = coverage(0.5 - Math.hypot(point[0] - 0.5, point[1] - 0.5), size)
    const inStream = coverage(streamWidth / 2 - Math.min(...streams.map(([from, to]) => distance(point, from, to))), size)
    return blend(blend(background, disc, inDisc), streamColour, inStream * inDisc)
  })
}

/** Antialiasing: share of a pixel inside an edge at signed distance `depth`. */
const coverage = (depth: number, size: number) => Math.min(1, Math.max(0, 0.5 + depth * size))

function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY]
  const share = Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX * alongX + alongY * alongY)))
  return Math.hypot(x - fromX - share * alongX, y - fromY - share * alongY)
}

/** SVG of the logo in a square at `start` with side `size`. */
export function markSvg(start: number, size: number, { disc, streams: streamColour }: MarkColours): string {
  const lines = streams.map(([[x1, y1], [x2, y2]]) => `M${x1} ${y1}L${x2} ${y2}`).join('')
  const stroke = `stroke="${hexOf(streamColour)}" stroke-width="${streamWidth}" stroke-linecap="round" stroke-linejoin="round"`
  return [
    `<g transform="translate(${start} ${start}) scale(${size})" shape-rendering="auto">`,
    `<circle cx=".5" cy=".5" r=".5" fill="${hexOf(disc)}"/><path d="${lines}" fill="none" ${stroke}/></g>`,
  ].join('')
}
