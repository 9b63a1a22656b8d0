import { z } from 'zod'
import { maxTextLength } from '../kernel/input-fields.js'

/** Maximum length of an image as data URL; an image that is larger than the file limit is refused with its own error. */
const maxDataUrlLength = 4_000_000

const pattern = /^data:image\/(png|jpeg|jpg|gif|webp);base64,/

/** Whether the text is an image as base64 data URL. */
export const isImageDataUrl = (text: string) => pattern.test(text)

/** An image, a PDF or a ZIP file in input, as data URL. The bytes decide about the format. */
export const FileDataUrl = z
  .string()
  .max(maxDataUrlLength)
  .regex(/^data:[\w.+-]+\/[\w.+-]+;base64,/, 'Must be a base64 data URL')

/** An image in input, as data URL. */
export const ImageDataUrl = z.string().max(maxDataUrlLength).regex(pattern, 'Must be a base64 data URL of a PNG, JPEG, GIF or WebP image')

/** An image in input: its http(s) address, or a data URL. */
export const ImageInput = z.union([z.httpUrl().max(2000), ImageDataUrl])

/** Like `ImageInput`, for fields that accept any text. */
export const imageText = () =>
  z
    .string()
    .max(maxDataUrlLength)
    .refine((text) => text.length <= maxTextLength || isImageDataUrl(text), {
      message: `Must have at most ${maxTextLength} characters, unless it is a base64 data URL.`,
    })
