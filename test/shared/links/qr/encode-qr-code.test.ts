import test from 'ava'
import QRCode from 'qrcode'
import { encodeQrCode } from '../../../../shared/links/qr/encode-qr-code.js'
import { toleratesHole, layoutOf } from '../../../../shared/links/qr/layout.js'
import { blockStructure, byteCapacity, levels } from '../../../../shared/links/qr/levels.js'

const text = (bytes: number) => 'https://d.example/'.padEnd(bytes, 'aB3-xYz9')

for (const level of levels) {
  test(`the capacity of level ${level} matches the qrcode package in every version`, (t) => {
    for (let version = 1; version <= 40; version++) {
      const capacity = byteCapacity(version, blockStructure(version, level, layoutOf(version).codewords))
      const create = (bytes: number) =>
        QRCode.create([{ data: Buffer.alloc(bytes, 'x'), mode: 'byte' }], { version, errorCorrectionLevel: level, maskPattern: 0 })
      t.notThrows(() => create(capacity), `version ${version}`)
      t.throws(() => create(capacity + 1), undefined, `version ${version}`)
    }
  })
}

test('a code without a logo uses the smallest version of exactly the requested level', (t) => {
  for (const [level, side] of [
    ['L', 25],
    ['M', 25],
    ['Q', 29],
    ['H', 33],
  ] as const)
    t.deepEqual([encodeQrCode(text(26), { level, margin: 2, logo: false }).side, level], [side, level])
  t.is(encodeQrCode(text(26), { level: 'L', margin: 2, logo: false }).hole, 0)
})

test('a text that is too long is refused with the maximum number of bytes', (t) => {
  t.notThrows(() => encodeQrCode(text(2953), { level: 'L', margin: 2, logo: false }))
  t.throws(() => encodeQrCode(text(2954), { level: 'L', margin: 2, logo: false }), {
    message: 'The url is too long for a QR code of level L: at most 2953 bytes fit.',
  })
  t.throws(() => encodeQrCode(text(1274), { level: 'H', margin: 2, logo: true }), {
    message: 'The url is too long for a QR code of level H: at most 1273 bytes fit.',
  })
})

test('non-ASCII characters count as UTF-8 bytes', (t) => {
  t.throws(() => encodeQrCode('é'.repeat(1477), { level: 'L', margin: 2, logo: false }), { message: /2953 bytes/ })
})

test('the hole for a logo is empty, centred and a quarter of the image', (t) => {
  const { side, hole, isDark } = encodeQrCode(text(40), { level: 'L', margin: 2, logo: true })
  t.true(Math.abs(hole - (side + 4) / 4) <= 1)
  const first = (side - hole) / 2
  t.true(Number.isInteger(first))
  for (let row = first; row < first + hole; row++) for (let column = first; column < first + hole; column++) t.false(isDark(row, column))
})

test('a hole uses at most three quarters of the error correction of a block', (t) => {
  t.true(toleratesHole(layoutOf(4), 'H', 9))
  t.false(toleratesHole(layoutOf(4), 'L', 9))
  t.false(toleratesHole(layoutOf(2), 'M', 7))
})

test('a very wide margin makes the logo smaller', (t) => {
  const { side, hole } = encodeQrCode(text(20), { level: 'L', margin: 64, logo: true })
  t.true(hole < side / 2)
})
