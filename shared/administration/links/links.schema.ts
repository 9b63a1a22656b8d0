import { z } from 'zod'
import { idText, pageFields, stringList } from '../../kernel/input-fields.js'
import { asciiDomain } from '../../links/index.js'

const text = z.string().nullable()
const filter = {
  domain: z.string().max(190).overwrite(asciiDomain).optional().meta({ description: 'Filter by domain.' }),
  search: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'Text in the short link or the destination; a complete short link finds itself.' }),
}
export const listLinksQuerySchema = z.object({
  ...filter,
  sort: z.enum(['createdAt', 'clicks', 'lastClicked']).default('createdAt'),
  ...pageFields(100),
})
export type ListLinks = z.infer<typeof listLinksQuerySchema>

export const countLinksQuerySchema = z.object({
  ...filter,
  groupBy: z.enum(['domain', 'tagId', 'userId']).optional(),
  tagId: stringList().optional().meta({ description: 'Filter by tags.' }),
})
export type CountLinks = z.infer<typeof countLinksQuerySchema>

export const LinksForOperator = z
  .object({
    id: z.string(),
    domain: z.string(),
    key: z.string(),
    shortLink: z.string(),
    url: z.string(),
    clicks: z.number(),
    lastClicked: text,
    createdAt: z.string(),
    disabledAt: text,
    bannedAt: text,
    workspace: z.object({ id: z.string(), slug: z.string(), name: z.string() }).nullable(),
    user: z.object({ id: z.string(), name: text, email: text }).nullable(),
    tags: z.object({ id: z.string(), name: z.string(), color: z.string() }).array(),
  })
  .array()
export type LinksForOperator = z.infer<typeof LinksForOperator>

const count = { _count: z.number() }
export const LinkCountForOperator = z.union([
  z.number(),
  z.object({ domain: z.string(), ...count }).array(),
  z.object({ tagId: z.string(), ...count }).array(),
  z.object({ userId: text, ...count }).array(),
])
export type LinkCountForOperator = z.infer<typeof LinkCountForOperator>

export const banLinkQuerySchema = z.object({ domain: idText().overwrite(asciiDomain), key: z.string().min(1).max(190) })
export const BannedLink = z.object({ id: z.string(), domain: z.string(), key: z.string(), blockedHost: text })
