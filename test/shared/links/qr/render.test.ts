import test from 'ava'
import fc from 'fast-check'
import { encode as encodeJpeg } from 'jpeg-js'
import { PNG } from 'pngjs'
import { minutes } from '../../../../shared/kernel/time.js'
import { parseColour } from '../../../../shared/links/qr/colour.js'
import { encode } from '../../../../shared/links/qr/encode.js'
import { PictureError } from '../../../../shared/links/qr/errors.js'
import { type Level, levels } from '../../../../shared/links/qr/levels.js'
import { decodePicture } from '../../../../shared/links/qr/picture.js'
import { readPicture } from '../../../../shared/links/qr/read-picture.js'
import { type Logo, renderPng, renderSvg } from '../../../../shared/links/qr/render.js'
import { pixelAt, readQr } from '../../../support/read-qr.js'

interface Wish {
  bytes?: number
  level?: Level
  size?: number
  margin?: number
  dark?: string
  light?: string
  logo?: Logo | null
}

function prepare({ bytes = 30, level = 'L', size = 600, margin = 2, dark = '000', light = 'fff', logo = null }: Wish) {
  const text = 'https://d.example/'.padEnd(bytes, 'aB3-xYz9')
  const look = { size, margin, dark: parseColour(dark), light: parseColour(light), logo }
  return { text, look, code: encode(text, { level, margin, logo: logo !== null }) }
}

async function drawn(wish: Wish) {
  const { text, code, look } = prepare(wish)
  return { text, code, ...(await renderPng(code, look).then((file) => ({ file, read: readQr(file) }))) }
}

const pictureOf = (file: Buffer) => readPicture(file, minutes(1))

const square = (width: number, height: number, [r, g, b, a]: [number, number, number, number]) => {
  const png = new PNG({ width, height })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([r, g, b, a], at)
  return png
}
const pngFile = (...given: Parameters<typeof square>) => PNG.sync.write(square(...given))

for (const level of levels) {
  for (const logo of [null, 'mark'] as const) {
    test(`level ${level} ${logo ? 'with' : 'without'} a logo is read back at many lengths and sizes`, async (t) => {
      for (const [bytes, size] of [
        [18, 120],
        [30, 240],
        [75, 333],
        [200, 500],
        [500, 600],
      ] as const) {
        const { text, read } = await drawn({ bytes, level, size, logo })
        t.is(read.text, text, `${bytes} bytes in ${size} pixels`)
        t.deepEqual([read.picture.width, read.picture.height], [size, size])
      }
    })
  }
}

test('the longest text is read back, with and without a logo', async (t) => {
  for (const [logo, size] of [
    [null, 901],
    ['mark', 1400],
  ] as const) {
    const { text, read } = await drawn({ bytes: 2953, size, logo })
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
  test(`${dark} on ${light} is read back and has these colours`, async (t) => {
    const { text, read, code } = await drawn({ dark, light, logo: 'mark' })
    t.is(read.text, text)
    const corner = Math.floor((600 - Math.floor(600 / (code.side + 4)) * code.side) / 2)
    t.is(pixelAt(read.picture, corner, corner), parseColour(dark).join())
    t.is(pixelAt(read.picture, 0, 0), parseColour(light).join())
  })
}

for (const margin of [0, 1, 4, 10, 64]) {
  test(`a margin of ${margin} is at least as wide, and the code is read back`, async (t) => {
    const { text, read, code } = await drawn({ margin, size: 800, logo: 'mark' })
    t.is(read.text, text)
    const unit = Math.floor(800 / (code.side + 2 * margin))
    const edge = Math.floor((800 - unit * code.side) / 2)
    t.true(edge >= margin * unit)
    t.is(pixelAt(read.picture, edge, edge), '0,0,0')
    if (edge > 0) t.is(pixelAt(read.picture, edge - 1, edge - 1), '255,255,255')
  })
}

test('any length, level, size and margin is read back, or refused because it is too small', async (t) => {
  const wish = fc.record({
    bytes: fc.integer({ min: 18, max: 400 }),
    level: fc.constantFrom(...levels),
    size: fc.integer({ min: 32, max: 700 }),
    margin: fc.integer({ min: 0, max: 8 }),
    logo: fc.constantFrom(null, 'mark' as const),
  })
  await fc.assert(
    fc.asyncProperty(wish, async (one) => {
      const { text, look, code } = prepare(one)
      const total = code.side + 2 * one.margin
      if (one.size < total)
        return void (await t.throwsAsync(renderPng(code, look), {
          message: `The code for this url has ${total} modules on each side, margin included. Ask for a size of at least ${total}.`,
        }))
      const { picture, text: found } = readQr(await renderPng(code, look))
      t.is(picture.width, one.size)
      // The reader, not the code, fails below two pixels a module.
      if (one.size >= 2 * total) t.is(found, text)
    }),
    { numRuns: 60 },
  )
})

test('a picture lies in the middle, a quarter of the size, and the code is read back', async (t) => {
  const logo = await pictureOf(pngFile(300, 300, [200, 30, 40, 255]))
  const { text, read } = await drawn({ bytes: 60, logo })
  t.is(read.text, text)
  t.is(pixelAt(read.picture, 300, 300), '200,30,40')
  const red = Array.from({ length: 600 }, (_, x) => pixelAt(read.picture, x, 300)).filter((one) => one === '200,30,40').length
  t.true(red > 130 && red <= 150, `${red} pixels`)
})

test('a wide picture keeps its proportions; what is transparent shows the ground', async (t) => {
  const logo = await pictureOf(pngFile(200, 50, [0, 0, 255, 128]))
  const { text, read } = await drawn({ bytes: 60, light: 'ffff00', logo })
  t.is(read.text, text)
  t.is(pixelAt(read.picture, 300, 300), '127,127,128')
  t.is(pixelAt(read.picture, 300, 300 - 40), '255,255,0')
})

test('a JPEG may be a logo', async (t) => {
  const { data, width, height } = square(120, 120, [10, 200, 30, 255])
  const logo = await pictureOf(encodeJpeg({ data, width, height }, 90).data)
  t.is(logo.type, 'image/jpeg')
  const { text, read } = await drawn({ bytes: 60, logo })
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
  ['nothing', Buffer.alloc(0), /neither a PNG nor a JPEG/],
  ['a PNG that claims to be gigantic', header(60_000, 60_000), /more than 1 million pixels/],
  ['a PNG without pixels', header(0, 10), /damaged/],
  ['a PNG that is cut off', pngFile(300, 300, [1, 2, 3, 255]).subarray(0, 60), /damaged/],
  ['a PNG that begins well', Buffer.concat([pngFile(9, 9, [1, 2, 3, 255]).subarray(0, 33), Buffer.alloc(200, 7)]), /damaged/],
  ['a JPEG that is cut off', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /damaged/],
  ['a large JPEG', encodeJpeg({ data: Buffer.alloc(1100 * 1000 * 4), width: 1100, height: 1000 }, 10).data, /more than 1 million pixels/],
] as [string, Buffer, RegExp][]) {
  test(`${what} is no logo`, (t) => t.throwsAsync(decodePicture(file), { instanceOf: PictureError, message }))
}

test('pictures are refused in the other thread as well', async (t) => {
  await t.throwsAsync(pictureOf(Buffer.from('x')), { instanceOf: PictureError, message: /neither/ })
})

test('an SVG has the size, the colours and every dark module', (t) => {
  const { code, look } = prepare({ dark: '0b3c6e', light: 'fffaf0', size: 500, margin: 3, logo: 'mark' })
  const svg = renderSvg(code, look)
  t.true(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500" viewBox="0 0 ${code.side + 6} ${code.side + 6}"`))
  t.true(svg.includes('fill="#0b3c6e"') && svg.includes('fill="#fffaf0"') && svg.includes('<circle'))
  const area = [...svg.matchAll(/h(\d+)v1h-/g)].reduce((sum, [, width]) => sum + Number(width), 0)
  let dark = 0
  for (let row = 0; row < code.side; row++) for (let column = 0; column < code.side; column++) dark += Number(code.isDark(row, column))
  t.is(area, dark)
})

test('an SVG carries the picture itself', async (t) => {
  const file = pngFile(10, 10, [1, 2, 3, 255])
  const { code, look } = prepare({ logo: await pictureOf(file) })
  t.true(renderSvg(code, look).includes(`href="data:image/png;base64,${file.toString('base64')}"`))
})
