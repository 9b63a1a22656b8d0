import { unprocessable } from '../../kernel/errors.js'
import type { Level } from './levels.js'

export const textTooLong = (level: Level, bytes: number) =>
  unprocessable(`The url is too long for a QR code of level ${level}: it may have ${bytes} bytes.`)
export const sizeTooSmall = (modules: number) =>
  unprocessable(`The code for this url has ${modules} modules on each side, margin included. Ask for a size of at least ${modules}.`)
export const logoUnusable = (why: string) => unprocessable(`The logo can't be used: ${why}`)

/** What is wrong with a picture, in a sentence for whoever sent it. */
export class PictureError extends Error {
  override name = 'PictureError'
}
