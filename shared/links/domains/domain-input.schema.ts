/** What callers say and ask about short domains. */
import { z } from 'zod'
import { numberedPages, queryFlag, textList } from '../../kernel/fields.js'
import { DomainSchema } from '../domain.schema.js'
import { longestKey, longestUrl } from '../limits.js'
import { LinkSchema } from '../link.schema.js'
import { normaliseUrl } from '../urls.js'
import { parseJsonText } from './json-text.js'

const address = (description: string) =>
  z
    .string()
    .trim()
    .max(longestUrl)
    .transform((value, context) => {
      const url = value === '' ? null : normaliseUrl(value)
      if (url === null && value !== '') context.addIssue({ code: 'custom', message: 'Must be a URL that a visitor may be sent to.' })
      return url
    })
    .nullish()
    .meta({ description })

/** The parsed content; null for an empty text. */
const jsonText = (description: string) =>
  z
    .string()
    .transform((text, context): { json: unknown } => {
      const parsed = parseJsonText(text)
      if (parsed === 'broken') context.addIssue({ code: 'custom', message: 'Must be a text that holds JSON.' })
      return parsed === 'broken' ? { json: null } : parsed
    })
    .nullish()
    .meta({ description })

const slug = z.string().trim().min(1).max(longestKey).meta({ description: 'Name of the domain, such as `go.example.com`.' })
const settings = {
  expiredUrl: address('Where visitors of expired links are sent.'),
  notFoundUrl: address('Where visitors are sent who ask for a link that is not there.'),
  placeholder: z
    .string()
    .trim()
    .max(100)
    .transform((value) => value || null)
    .nullish()
    .meta({ description: 'The example address that forms show.' }),
  logo: z.string().nullish().meta({ description: 'Address of a picture, beginning with `https://`, for QR codes.' }),
  assetLinks: jsonText('The text of `/.well-known/assetlinks.json`, for Android apps. Empty or null removes it.'),
  appleAppSiteAssociation: jsonText('The text of `/.well-known/apple-app-site-association`, for iOS apps. Empty or null removes it.'),
  deepviewData: jsonText('What the page shows that visitors see before an app opens.'),
  linkRetentionDays: z
    .int()
    .positive()
    .max(36_500)
    .nullish()
    .meta({ description: 'Links of the domain are deleted that many days after their creation, unless they are spared. Null keeps them.' }),
}

export const createDomainBodySchema = z.object({
  slug,
  archived: z.boolean().default(false).meta({ description: 'Whether the domain is left out of lists and gets no links by default.' }),
  ...settings,
})
export type CreateDomain = z.infer<typeof createDomainBodySchema>

export const updateDomainBodySchema = z.object({
  slug: slug.optional().meta({ description: 'Another name: all links move to it.' }),
  archived: z.boolean().optional().meta({ description: 'Whether the domain is left out of lists and gets no links by default.' }),
  ...settings,
})
export type UpdateDomain = z.infer<typeof updateDomainBodySchema>
export type DomainSettings = Pick<UpdateDomain, keyof typeof settings>

const archived = queryFlag().default(false).meta({ description: 'Only archived domains, or only those that are not.' })
const search = z.string().optional().meta({ description: 'Only domains with this text in their name.' })

export const getDomainsQuerySchema = z.object({
  archived,
  search,
  ...numberedPages(50),
  includeLink: queryFlag().optional().meta({ description: 'Whether every domain brings the link of its bare name.' }),
})
export type GetDomains = z.infer<typeof getDomainsQuerySchema>
export const getDomainsCountQuerySchema = z.object({ archived, search })
export type GetDomainsCount = z.infer<typeof getDomainsCountQuerySchema>

export const DomainParams = z.object({ slug: z.string().meta({ description: 'Name of the domain.' }) })
export const DeletedDomain = z.object({ slug: z.string().meta({ description: 'Name of the deleted domain.' }) })
export const ListedDomain = DomainSchema.extend({
  link: LinkSchema.nullable().optional().meta({ description: 'The link of the bare domain; in lists that ask for it with `includeLink`.' }),
})
export const FoundDomain = DomainSchema.extend({ linkRetentionDays: z.number().nullable() })

export const transferDomainBodySchema = z.object({ newWorkspaceId: z.string().min(1) })
export type TransferDomain = z.infer<typeof transferDomainBodySchema>
export const TransferredDomain = z.object({ slug: z.string(), workspaceId: z.string(), links: z.number() })

export const registerDomainBodySchema = z.object({
  domain: z.string().min(1).endsWith('.link').meta({ description: 'A name that ends in `.link`.' }),
})
export type RegisterDomain = z.infer<typeof registerDomainBodySchema>
export const RegisteredDomainAnswer = z.object({
  domain: z.string(),
  status: z.string(),
  expiration: z.number().nullable().meta({ description: 'Milliseconds since 1970.' }),
})

export const getDomainStatusQuerySchema = z.object({
  domains: textList().meta({ description: 'Names that end in `.link`; others are passed over.' }),
})
export type GetDomainStatus = z.infer<typeof getDomainStatusQuerySchema>
export const DomainStatus = z.object({
  domain: z.string(),
  available: z.boolean(),
  premium: z.boolean().nullable(),
  prices: z.object({ registration: z.number().nullable(), renewal: z.number().nullable() }).nullable().meta({ description: 'In cents.' }),
  price: z.string().nullable().meta({ deprecated: true }),
})
