import { z } from 'zod'

const RegisteredDomain = z.object({
  id: z.string(),
  autoRenewalDisabledAt: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  renewalFee: z.number().describe('In cents.'),
})

export const DomainSchema = z
  .object({
    id: z.string(),
    slug: z.string().describe('The name of the domain.'),
    verified: z.boolean().default(false),
    primary: z.boolean().default(false).describe('Whether new links without a `domain` are created on this domain.'),
    archived: z.boolean().default(false),
    placeholder: z.string().nullable().describe('Example address shown in forms.'),
    expiredUrl: z.string().nullable().describe('Destination for visitors of expired links.'),
    notFoundUrl: z.string().nullable().describe('Destination for visitors of links that do not exist.'),
    logo: z.string().nullable(),
    assetLinks: z.string().nullable().default(null).describe('Content of `/.well-known/assetlinks.json`, for Android apps.'),
    appleAppSiteAssociation: z
      .string()
      .nullable()
      .default(null)
      .describe('Content of `/.well-known/apple-app-site-association`, for iOS apps.'),
    deepviewData: z.string().nullable().describe('Content of the page that visitors see before an app opens, as a JSON string.'),
    createdAt: z.string(),
    updatedAt: z.string(),
    registeredDomain: RegisteredDomain.nullable().describe('Present if the domain was registered through this service.'),
  })
  .meta({ id: 'DomainSchema', title: 'Domain' })
