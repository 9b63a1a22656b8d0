import test from 'ava'
import fc from 'fast-check'
import { encode as encodeJpeg } from 'jpeg-js'
import { PNG } from 'pngjs'
import { minutes } from '../../../../shared/kernel/time.js'
import { parseColour } from '../../../../shared/links/qr/colour.js'
import { decodeImageInWorker } from '../../../../shared/links/qr/decode-image-in-worker.js'
import { encodeQrCode } from '../../../../shared/links/qr/encode-qr-code.js'
import { ImageError } from '../../../../shared/links/qr/errors.js'
import { decodeImage } from '../../../../shared/links/qr/image.js'
import { type Level, levels } from '../../../../shared/links/qr/levels.js'
import { type Logo, renderPng, renderSvg } from '../../../../shared/links/qr/render-qr-code.js'
import { pixelAt, decodeQr } from '../../../support/decode-qr.js'

interface Options {
  bytes?: number
  level?: Level
  size?: number
  margin?: number
  dark?: string
  light?: string
  logo?: Logo | null
}

function prepare({ bytes = 30, level = 'L', size = 600, margin = 2, dark = '000', light = 'fff', logo = null }: Options) {
  const text = 'https://d.example/'.padEnd(bytes, 'aB3-xYz9')
  const style = { size, margin, dark: parseColour(dark), light: parseColour(light), logo }
  return { text, style, code: encodeQrCode(text, { level, margin, logo: logo !== null }) }
}

async function render(options: Options) {
  const { text, code, style } = prepare(options)
  return { text, code, ...(await renderPng(code, style).then((file) => ({ file, read: decodeQr(file) }))) }
}

const decode = (file: Buffer) => decodeImageInWorker(file, minutes(1))

const square = (width: number, height: number, [r, g, b, a]: [number, number, number, number]) => {
  const png = new PNG({ width, height })
  for (let offset = 0; offset < png.data.length; offset += 4) png.data.set([r, g, b, a], offset)
  return png
}
const pngFile = (...args: Parameters<typeof square>) => PNG.sync.write(square(...args))

for (const level of levels) {
  for (const logo of [null, 'mark'] as const) {
    test(`level ${level} ${logo ? 'with' : 'without'} a logo is readable at many lengths and sizes`, async (t) => {
      for (const [bytes, size] of [
        [18, 120],
        [30, 240],
        [75, 333],
        [200, 500],
        [500, 600],
      ] as const) {
        const { text, read } = await render({ bytes, level, size, logo })
        t.is(read.text, text, `${bytes} bytes in ${size} pixels`)
        t.deepEqual([read.picture.width, read.picture.height], [size, size])
      }
    })
  }
}

test('the longest text is readable with and without a logo', async (t) => {
  for (const [logo, size] of [
    [null, 901],
    ['mark', 1400],
  ] as const) {
    const { text, read } = await render({ bytes: 2953, size, logo })
    t.is(read.text, text)
  }
})

for (const [dark, light] of [
  ['000', 'fff'],
  ['0b3c6e', 'fffaf0'],
  ['#7a0019', '#FFD'],
  ['fff', '000'],
  ['ffd700', '102040'],
] as const) {
  test(`${dark} on ${light} is readable and has these colours`, async (t) => {
    const { text, read, code } = await render({ dark, light, logo: 'mark' })
    t.is(read.text, text)
    const corner = Math.floor((600 - Math.floor(600 / (code.side + 4)) * code.side) / 2)
    t.is(pixelAt(read.picture, corner, corner), parseColour(dark).join())
    t.is(pixelAt(read.picture, 0, 0), parseColour(light).join())
  })
}

for (const margin of [0, 1, 4, 10, 64]) {
  test(`a margin of ${margin} is at least that wide, and the code is readable`, async (t) => {
    const { text, read, code } = await render({ margin, size: 800, logo: 'mark' })
    t.is(read.text, text)
    const unit = Math.floor(800 / (code.side + 2 * margin))
    const edge = Math.floor((800 - unit * code.side) / 2)
    t.true(edge >= margin * unit)
    t.is(pixelAt(read.picture, edge, edge), '0,0,0')
    if (edge > 0) t.is(pixelAt(read.picture, edge - 1, edge - 1), '255,255,255')
  })
}

test('any length, level, size and margin is readable, or refused as too small', async (t) => {
  const anyOptions = fc.record({
    bytes: fc.integer({ min: 18, max: 400 }),
    level: fc.constantFrom(...levels),
    size: fc.integer({ min: 32, max: 700 }),
    margin: fc.integer({ min: 0, max: 8 }),
    logo: fc.constantFrom(null, 'mark' as const),
  })
  await fc.assert(
    fc.asyncProperty(anyOptions, async (options) => {
      const { text, style, code } = prepare(options)
      const total = code.side + 2 * options.margin
      if (options.size < total)
        return void (await t.throwsAsync(renderPng(code, style), {
          message: `The QR code for this url has ${total} modules per side, margin included. Set size to at least ${total}.`,
        }))
      const { picture, text: found } = decodeQr(await renderPng(code, style))
      t.is(picture.width, options.size)
      // Below two pixels per module the decoder fails, not the code.
      if (options.size >= 2 * total) t.is(found, text)
    }),
    { numRuns: 60 },
  )
})

test('an image is drawn in the centre with a quarter of the size, and the code is readable', async (t) => {
  const logo = await decode(pngFile(300, 300, [200, 30, 40, 255]))
  const { text, read } = await render({ bytes: 60, logo })
  t.is(read.text, text)
  t.is(pixelAt(read.picture, 300, 300), '200,30,40')
  const red = Array.from({ length: 600 }, (_, x) => pixelAt(read.picture, x, 300)).filter((colour) => colour === '200,30,40').length
  t.true(red > 130 && red <= 150, `${red} pixels`)
})

test('a wide image keeps its aspect ratio, and transparent pixels show the background', async (t) => {
  const logo = await decode(pngFile(200, 50, [0, 0, 255, 128]))
  const { text, read } = await render({ bytes: 60, light: 'ffff00', logo })
  t.is(read.text, text)
  t.is(pixelAt(read.picture, 300, 300), '127,127,128')
  t.is(pixelAt(read.picture, 300, 300 - 40), '255,255,0')
})

test('a JPEG can be a logo', async (t) => {
  const { data, width, height } = square(120, 120, [10, 200, 30, 255])
  const logo = await decode(encodeJpeg({ data, width, height }, 90).data)
  t.is(logo.type, 'image/jpeg')
  const { text, read } = await render({ bytes: 60, logo })
  t.is(read.text, text)
  const [red = 0, green = 0, blue = 0] = pixelAt(read.picture, 300, 300).split(',').map(Number)
  t.true(green > 180 && red < 40 && blue < 60)
})

const header = (width: number, height: number) => {
  const file = Buffer.from(pngFile(1, 1, [0, 0, 0, 255]))
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}
for (const [what, file, message] of [
  ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /neither a PNG nor a JPEG/],
  ['an empty file', Buffer.alloc(0), /neither a PNG nor a JPEG/],
  ['a PNG that declares huge dimensions', header(60_000, 60_000), /more than 1 million pixels/],
  ['a PNG without pixels', header(0, 10), /damaged/],
  ['a truncated PNG', pngFile(300, 300, [1, 2, 3, 255]).subarray(0, 60), /damaged/],
  [
    'a PNG with a valid header and corrupt data',
    Buffer.concat([pngFile(9, 9, [1, 2, 3, 255]).subarray(0, 33), Buffer.alloc(200, 7)]),
    /damaged/,
  ],
  ['a truncated JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /damaged/],
  ['a large JPEG', encodeJpeg({ data: Buffer.alloc(1100 * 1000 * 4), width: 1100, height: 1000 }, 10).data, /more than 1 million pixels/],
] as [string, Buffer, RegExp][]) {
  test(`${what} is refused as a logo`, (t) => t.throwsAsync(decodeImage(file), { instanceOf: ImageError, message }))
}

test('the worker thread reports invalid images', async (t) => {
  await t.throwsAsync(decode(Buffer.from('x')), { instanceOf: ImageError, message: /neither/ })
})

test('an SVG has the size, the colours and every dark module', (t) => {
  const { code, style } = prepare({ dark: '0b3c6e', light: 'fffaf0', size: 500, margin: 3, logo: 'mark' })
  const svg = renderSvg(code, style)
  t.true(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500" viewBox="0 0 ${code.side + 6} ${code.side + 6}"`))
  t.true(svg.includes('fill="#0b3c6e"') && svg.includes('fill="#fffaf0"') && svg.includes('<circle'))
  const area = [...svg.matchAll(/h(\d+)v1h-/g)].reduce((sum, [, width]) => sum + Number(width), 0)
  let dark = 0
  for (let row = 0; row < code.side; row++) for (let column = 0; column < code.side; column++) dark += Number(code.isDark(row, column))
  t.is(area, dark)
})

test('an SVG embeds the image', async (t) => {
  const file = pngFile(10, 10, [1, 2, 3, 255])
  const { code, style } = prepare({ logo: await decode(file) })
  t.true(renderSvg(code, style).includes(`href="data:image/png;base64,${file.toString('base64')}"`))
})
