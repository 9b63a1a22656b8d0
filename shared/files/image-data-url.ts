import { z } from 'zod'

const pattern = /^data:image\/(png|jpeg|jpg|gif|webp);base64,/

/** Whether the text is an image as base64 data URL. */
export const isImageDataUrl = (text: string) => pattern.test(text)

/** An image in input. Longer texts are too large for any image that can be stored. */
export const ImageDataUrl = z.string().max(4_000_000).regex(pattern, 'Must be a base64 data URL of a PNG, JPEG, GIF or WebP image')
