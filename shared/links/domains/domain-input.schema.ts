/** Request and response schemas of short domains. */
import { z } from 'zod'
import { imageText } from '../../files/index.js'
import { idText, maxTextLength, pageFields, queryBoolean, stringList } from '../../kernel/input-fields.js'
import { DomainSchema } from '../domain.schema.js'
import { maxAppFileLength, maxKeyLength, maxUrlLength } from '../limits.js'
import { LinkSchema } from '../link.schema.js'
import { normaliseUrl } from '../urls.js'
import { parseJsonText } from './json-text.js'

const urlField = (description: string) =>
  z
    .string()
    .trim()
    .max(maxUrlLength)
    .transform((value, context) => {
      const url = value === '' ? null : normaliseUrl(value)
      if (url === null && value !== '') context.addIssue({ code: 'custom', message: 'must be a valid http or https URL' })
      return url
    })
    .nullish()
    .meta({ description })

/** Parses the JSON text; null for an empty text. */
const jsonTextField = (description: string, maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform((text, context): { json: unknown } => {
      const parsed = parseJsonText(text)
      if (parsed === 'invalid') context.addIssue({ code: 'custom', message: 'must be valid JSON text' })
      return parsed === 'invalid' ? { json: null } : parsed
    })
    .nullish()
    .meta({ description })

const slug = z.string().trim().min(1).max(maxKeyLength).meta({ description: 'Name of the domain, such as `go.example.com`.' })
const settings = {
  expiredUrl: urlField('Redirect target for expired links.'),
  notFoundUrl: urlField('Redirect target for links that do not exist.'),
  placeholder: z
    .string()
    .trim()
    .max(100)
    .transform((value) => value || null)
    .nullish()
    .meta({ description: 'Example destination shown in forms.' }),
  logo: imageText().nullish().meta({ description: 'Image for QR codes: an address that begins with `https://`, or a base64 data URL.' }),
  assetLinks: jsonTextField(
    'Content of `/.well-known/assetlinks.json` for Android apps, as JSON text. Empty or null removes it.',
    maxAppFileLength,
  ),
  appleAppSiteAssociation: jsonTextField(
    'Content of `/.well-known/apple-app-site-association` for iOS apps, as JSON text. Empty or null removes it.',
    maxAppFileLength,
  ),
  deepviewData: jsonTextField(
    'Content of the page that offers an app before its store, as JSON text: `appName`, `title`, `description` and `image`. ' +
      'Empty or null removes it.',
    maxTextLength,
  ),
  linkRetentionDays: z.int().positive().max(36_500).nullish().meta({
    description: 'Days after which links of the domain are deleted, unless retention is disabled for a link. Null keeps all links.',
  }),
}

export const createDomainBodySchema = z.object({
  slug,
  archived: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the domain is archived: excluded from lists and never used as the default for new links.' }),
  caseSensitive: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether `Sale` and `sale` are keys of two links. It cannot be changed later.' }),
  ...settings,
})
export type CreateDomain = z.infer<typeof createDomainBodySchema>

export const updateDomainBodySchema = z.object({
  slug: slug.optional().meta({ description: 'New name of the domain. All its links move to this name.' }),
  archived: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the domain is archived: excluded from lists and never used as the default for new links.' }),
  ...settings,
})
export type UpdateDomain = z.infer<typeof updateDomainBodySchema>
export type DomainSettings = Pick<UpdateDomain, keyof typeof settings>

const archived = queryBoolean().default(false).meta({ description: 'Whether to return archived domains only, or active domains only.' })
const search = z.string().optional().meta({ description: 'Filter by text in the domain name.' })

export const getDomainsQuerySchema = z.object({
  archived,
  search,
  ...pageFields(50),
  includeLink: queryBoolean().optional().meta({ description: 'Whether to include the root link of each domain.' }),
})
export type GetDomains = z.infer<typeof getDomainsQuerySchema>
export const getDomainsCountQuerySchema = z.object({ archived, search })
export type GetDomainsCount = z.infer<typeof getDomainsCountQuerySchema>

export const DomainParams = z.object({ slug: z.string().meta({ description: 'Name of the domain.' }) })
export const DeletedDomain = z.object({ slug: z.string().meta({ description: 'Name of the deleted domain.' }) })
export const ListedDomain = DomainSchema.extend({
  link: LinkSchema.nullable().optional().meta({ description: 'Root link of the domain; only in lists requested with `includeLink`.' }),
})

export const transferDomainBodySchema = z.object({ newWorkspaceId: idText().min(1) })
export type TransferDomain = z.infer<typeof transferDomainBodySchema>
export const TransferredDomain = z.object({ slug: z.string(), workspaceId: z.string(), links: z.number() })

export const registerDomainBodySchema = z.object({
  domain: z.string().min(1).max(maxKeyLength).endsWith('.link').meta({ description: 'A name that ends in `.link`.' }),
})
export type RegisterDomain = z.infer<typeof registerDomainBodySchema>
export const RegisteredDomainResponse = z.object({
  domain: z.string(),
  status: z.string(),
  expiration: z.number().nullable().meta({ description: 'Unix timestamp in milliseconds.' }),
})

export const getDomainStatusQuerySchema = z.object({
  domains: stringList().meta({ description: 'Names that end in `.link`; other names are ignored.' }),
})
export type GetDomainStatus = z.infer<typeof getDomainStatusQuerySchema>
export const DomainStatus = z.object({
  domain: z.string(),
  available: z.boolean(),
  premium: z.boolean().nullable(),
  prices: z.object({ registration: z.number().nullable(), renewal: z.number().nullable() }).nullable().meta({ description: 'In cents.' }),
  price: z.string().nullable().meta({ deprecated: true }),
})
