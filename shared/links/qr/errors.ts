import { unprocessable } from '../../kernel/errors.js'
import type { Level } from './levels.js'

export const textTooLong = (level: Level, bytes: number) =>
  unprocessable(`The url is too long for a QR code of level ${level}: at most ${bytes} bytes fit.`)
export const sizeTooSmall = (modules: number) =>
  unprocessable(`The QR code for this url has ${modules} modules per side, margin included. Set size to at least ${modules}.`)
export const logoUnusable = (reason: string) => unprocessable(`The logo cannot be used: ${reason}`)

/** An image that cannot be decoded. The message explains the reason to the caller. */
export class ImageError extends Error {
  override name = 'PictureError'
}
