import test from 'ava'
import QRCode from 'qrcode'
import { encode } from '../../../../shared/links/qr/encode.js'
import { bearsHole, layoutOf } from '../../../../shared/links/qr/layout.js'
import { blocksOf, bytesThatFit, levels } from '../../../../shared/links/qr/levels.js'

const text = (bytes: number) => 'https://d.example/'.padEnd(bytes, 'aB3-xYz9')

for (const level of levels) {
  test(`the capacity of level ${level} is that of the format, in every version`, (t) => {
    for (let version = 1; version <= 40; version++) {
      const fits = bytesThatFit(version, blocksOf(version, level, layoutOf(version).codewords))
      const draw = (bytes: number) =>
        QRCode.create([{ data: Buffer.alloc(bytes, 'x'), mode: 'byte' }], { version, errorCorrectionLevel: level, maskPattern: 0 })
      t.notThrows(() => draw(fits), `version ${version}`)
      t.throws(() => draw(fits + 1), undefined, `version ${version}`)
    }
  })
}

test('a code without a logo has the smallest version of exactly the level that was asked for', (t) => {
  for (const [level, side] of [
    ['L', 25],
    ['M', 25],
    ['Q', 29],
    ['H', 33],
  ] as const)
    t.deepEqual([encode(text(26), { level, margin: 2, logo: false }).side, level], [side, level])
  t.is(encode(text(26), { level: 'L', margin: 2, logo: false }).hole, 0)
})

test('a text that no code holds is refused with the number of bytes', (t) => {
  t.notThrows(() => encode(text(2953), { level: 'L', margin: 2, logo: false }))
  t.throws(() => encode(text(2954), { level: 'L', margin: 2, logo: false }), {
    message: 'The url is too long for a QR code of level L: it may have 2953 bytes.',
  })
  t.throws(() => encode(text(1274), { level: 'H', margin: 2, logo: true }), {
    message: 'The url is too long for a QR code of level H: it may have 1273 bytes.',
  })
})

test('characters beyond ASCII count as their bytes', (t) => {
  t.throws(() => encode('é'.repeat(1477), { level: 'L', margin: 2, logo: false }), { message: /2953 bytes/ })
})

test('room for a logo is a quarter of the picture, empty, and in the middle', (t) => {
  const { side, hole, isDark } = encode(text(40), { level: 'L', margin: 2, logo: true })
  t.true(Math.abs(hole - (side + 4) / 4) <= 1)
  const first = (side - hole) / 2
  t.true(Number.isInteger(first))
  for (let row = first; row < first + hole; row++) for (let column = first; column < first + hole; column++) t.false(isDark(row, column))
})

test('a hole never costs a block more than three quarters of what it can mend', (t) => {
  t.true(bearsHole(layoutOf(4), 'H', 9))
  t.false(bearsHole(layoutOf(4), 'L', 9))
  t.false(bearsHole(layoutOf(2), 'M', 7))
})

test('a margin so wide that a quarter of the picture exceeds the code makes the logo smaller', (t) => {
  const { side, hole } = encode(text(20), { level: 'L', margin: 64, logo: true })
  t.true(hole < side / 2)
})
