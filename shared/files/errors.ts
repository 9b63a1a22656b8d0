/** Errors of the files domain. Each message is defined only here. */
import { notFound, unprocessable } from '../kernel/errors.js'

export const imageNotAnImage = (field: string) =>
  unprocessable(`${field} is not a PNG, JPEG, GIF or WebP file. Send one of these formats as a base64 data URL.`)
export const fileFormatUnknown = (field: string) =>
  unprocessable(`${field} is not a PNG, JPEG, GIF, WebP, PDF or ZIP file. Send one of these formats as a base64 data URL.`)
export const imageTooLarge = (field: string, maxBytes: number) =>
  unprocessable(`${field} is larger than ${maxBytes / 1024 / 1024} MB. Send a smaller file, or an address that starts with https://.`)
export const signedAddressInvalid = () => notFound('This address has expired or is not complete. Request a new one.')
export const imageNotFound = () => notFound('File not found.')
