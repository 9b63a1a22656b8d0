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
    primary: z.boolean().default(false).describe('New links without a domain of their own are made here.'),
    archived: z.boolean().default(false),
    placeholder: z.string().nullable().describe('The example address that forms show.'),
    expiredUrl: z.string().nullable().describe('Where visitors of expired links are sent.'),
    notFoundUrl: z.string().nullable().describe('Where visitors are sent who ask for a link that is not there.'),
    logo: z.string().nullable(),
    assetLinks: z.string().nullable().default(null).describe('The text of `/.well-known/assetlinks.json`, for Android apps.'),
    appleAppSiteAssociation: z
      .string()
      .nullable()
      .default(null)
      .describe('The text of `/.well-known/apple-app-site-association`, for iOS apps.'),
    deepviewData: z.string().describe('What the page shows that visitors see before an app opens, as a JSON text.'),
    createdAt: z.string(),
    updatedAt: z.string(),
    registeredDomain: RegisteredDomain.nullable().describe('Set where the domain was registered through this service.'),
  })
  .meta({ id: 'DomainSchema', title: 'Domain' })
