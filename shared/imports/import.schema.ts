import { z } from 'zod'
import { idText, pageFields } from '../kernel/input-fields.js'
import { importKinds } from './import-kinds.js'
import { providerNames, sourceNames } from './providers/index.js'

const hostName = z.string().max(190).toLowerCase()

const token = z.string().min(1).max(1000)
const apiUrl = z
  .url({ protocol: /^https?$/ })
  .max(1000)
  .transform((url) => url.replace(/\/+$/, ''))
  .optional()
  .meta({ description: 'Address of the API, for your own installation of the software. Required for YOURLS.' })

/** The token, under either of its names. */
export const StoreCredential = z
  .object({ token: token.optional(), apiKey: token.optional(), apiUrl })
  .refine((body) => (body.token ?? body.apiKey) !== undefined, { path: ['apiKey'], message: 'is required' })
  .transform((body) => ({ token: body.token ?? body.apiKey ?? '', apiUrl: body.apiUrl }))
export const StoredCredentialSchema = z.object({
  provider: z.enum(providerNames),
  expiresAt: z
    .date()
    .meta({ description: 'The credential is deleted at this time, or when an import that uses it ends. A dry run keeps it.' }),
})
/** What can be chosen for an import: the shape depends on the provider. */
export const SourceAccountSchema = z.union([z.record(z.string(), z.unknown()), z.record(z.string(), z.unknown()).array()])

const selectedDomain = z.object({
  id: z
    .union([z.string().max(100), z.number()])
    .transform(String)
    .optional(),
  domain: hostName,
  bitlyGroup: z.string().max(100).optional(),
})

export const StartImport = z.object({
  token: token.optional().meta({
    description:
      'API key of the provider. Stored sealed, and deleted when the import ends. If absent, the one that was stored with PUT is used.',
  }),
  apiUrl,
  selectedDomains: selectedDomain
    .array()
    .max(1000)
    .optional()
    .meta({ description: 'Only links on these domains of the source are imported. All by default.' }),
  selectedGroupTags: z
    .string()
    .max(100)
    .array()
    .max(1000)
    .optional()
    .meta({ description: 'Groups of Bitly whose tags are imported. All by default.' }),
  createdAfter: z.iso
    .datetime({ offset: true })
    .max(50)
    .optional()
    .meta({ description: 'Only links of Rebrandly that were created later.' }),
  dryRun: z.boolean().default(false).meta({ description: 'Only count what would be imported.' }),
  folderId: idText().optional().meta({ description: 'Folder for the imported links.' }),
  importTags: z.boolean().default(true).meta({ description: 'Whether tags are imported. Missing tags are created.' }),
  importClicks: z.boolean().default(true).meta({
    description: 'Whether clicks that the list of links lacks are requested: one request per link at Bitly, one per 50 links at Short.io.',
  }),
  addDomains: z.boolean().default(true).meta({ description: 'Whether domains that the workspace lacks are added to it.' }),
  domains: z
    .record(hostName, hostName)
    .refine((domains) => Object.keys(domains).length <= 100, { message: 'At most 100 domains are allowed.' })
    .default({})
    .meta({ description: 'Replaces domains of the source: `{"bit.ly": "go.example.com"}`.' }),
  overwrite: z.boolean().default(false).meta({
    description: 'Whether links of the workspace that exist already get the fields of the source. An undo does not restore them.',
  }),
  accountId: z.string().max(100).optional().meta({ description: 'Account at the source. Required for FirstPromoter.' }),
  sourceProgramId: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Program at the source. Required for Tolt; restricts the import from Tapfiliate.' }),
  campaignIds: z.string().max(100).array().max(100).optional().meta({ description: 'Campaigns of Rewardful to import. All if absent.' }),
})
export type StartImport = z.infer<typeof StartImport>

export const StartImportParams = z.object({ idOrSlug: z.string(), provider: z.enum(providerNames) })
export const ImportParams = z.object({ idOrSlug: z.string(), importId: z.string() })

export const ImportSchema = z.object({
  id: z.string(),
  provider: z.enum(sourceNames),
  dryRun: z.boolean(),
  jobId: z.string().nullable().meta({ description: 'The job that imports; jobs are kept for seven days.' }),
  links: z.int().meta({ description: 'Imported links that still exist.' }),
  objects: z.record(z.string(), z.int()).meta({ description: 'Objects of other kinds that the import created, by kind.' }),
  counts: z
    .partialRecord(z.enum(importKinds), z.object({ created: z.int(), existing: z.int(), refused: z.int() }))
    .meta({ description: 'Rows of the source by kind: created (or, in a dry run, to be created), here already, and refused.' }),
  openingClicks: z.int().meta({ description: 'Clicks of these links that the source had counted. Tracked clicks are counted apart.' }),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
})
export const listImportsQuerySchema = z.object(pageFields(100))
export const ImportedLinkSchema = z.object({
  linkId: z.string(),
  shortLink: z.string(),
  clicks: z.int().meta({ description: 'Clicks tracked here.' }),
  openingClicks: z.int().meta({ description: 'Clicks that the source had counted before the import.' }),
  sourceCreatedAt: z.string().nullable(),
})
