import { z } from 'zod'
import { FileDataUrl, ImageDataUrl } from '../../files/index.js'
import { idText } from '../../kernel/input-fields.js'

const name = z.string().trim().min(1).max(190)
const color = z
  .string()
  .max(7)
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'Must be a color such as #1a2b3c.')
  .meta({ description: 'Color as hexadecimal RGB.' })
const url = z
  .url({ protocol: /^(https?|mailto)$/ })
  .max(2000)
  .meta({ description: 'Address that begins with http:, https: or mailto:.' })

export const createResourceSchema = z.discriminatedUnion('resourceType', [
  z.object({ resourceType: z.literal('logo'), name, file: ImageDataUrl }),
  z.object({ resourceType: z.literal('file'), name, file: FileDataUrl }),
  z.object({ resourceType: z.literal('color'), name, color }),
  z.object({ resourceType: z.literal('link'), name, url }),
])
export type CreateResource = z.infer<typeof createResourceSchema>

export const updateResourceSchema = z.object({
  name: name.optional(),
  color: color.optional(),
  url: url.optional(),
  file: FileDataUrl.optional(),
})
export type UpdateResource = z.infer<typeof updateResourceSchema>

export const ResourceParams = z.object({ programId: idText(), resourceId: idText() })

const StoredFile = z.object({ id: z.string(), name: z.string(), size: z.number().describe('Bytes.'), url: z.string() })
const Color = z.object({ id: z.string(), name: z.string(), color: z.string() })
const Link = z.object({ id: z.string(), name: z.string(), url: z.string() })

export const ResourceSchema = z.union([StoredFile, Color, Link])
export type ResourceResponse = z.infer<typeof ResourceSchema>
export const ResourcesSchema = z.object({
  logos: StoredFile.array(),
  colors: Color.array(),
  files: StoredFile.array(),
  links: Link.array(),
})
export type ResourcesResponse = z.infer<typeof ResourcesSchema>
