/** The operator decides which programs are listed in the marketplace, and in which order. */
import { z } from 'zod'
import { idText } from '../../kernel/input-fields.js'
import type { AdminScope } from '../../kernel/scope.js'
import { Program, programCategories } from '../../partners/index.js'
import { programNotListed, programUnknown, programWithoutUrl } from '../errors.js'
import { lowestRanking, setRankings } from './manage-marketplace.queries.js'

const listing = {
  description: z.string().max(4000).nullish(),
  categories: z.enum(programCategories).array().max(3).optional(),
  featured: z.boolean().optional().meta({ description: 'Whether the first page of the marketplace shows the program on top.' }),
}
export const addToMarketplaceSchema = z.object({ programSlug: z.string().max(100), ...listing })
export const updateListingSchema = z.object(listing).refine((body) => Object.values(body).some((value) => value !== undefined), {
  message: 'Send `description`, `categories` or `featured`.',
})
export const rankMarketplaceSchema = z.object({
  updates: z
    .object({ programId: idText(), marketplaceRanking: z.number().int().positive().max(lowestRanking) })
    .array()
    .min(1)
    .max(1000),
})
export const listMarketplaceQuerySchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(1000).default(1000),
})

const Listing = z.object({ id: z.string(), description: z.string().nullable(), categories: z.string().array() })
export const ListingSchema = Listing
export const MarketplaceListing = z.object({
  programs: Listing.extend({
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    url: z.string().nullable(),
    addedToMarketplaceAt: z.string(),
    marketplaceRanking: z.number(),
  }).array(),
})

/** By ranking, then by the time of their addition. */
export async function listListings(
  { em }: AdminScope,
  { page, pageSize }: z.infer<typeof listMarketplaceQuerySchema>,
): Promise<z.infer<typeof MarketplaceListing>> {
  const rows = await em.find(
    Program,
    { addedToMarketplaceAt: { $ne: null } },
    { orderBy: { marketplaceRanking: 'asc', addedToMarketplaceAt: 'asc', id: 'asc' }, limit: pageSize, offset: (page - 1) * pageSize },
  )
  return {
    programs: rows.map((program) => ({
      ...present(program),
      name: program.name,
      slug: program.slug,
      logo: program.logo ?? null,
      url: program.url ?? null,
      addedToMarketplaceAt: (program.addedToMarketplaceAt as Date).toISOString(),
      marketplaceRanking: program.marketplaceRanking,
    })),
  }
}

/** Adding a listed program again keeps its place. */
export async function addToMarketplace(
  { em, now }: AdminScope,
  { programSlug, ...fields }: z.infer<typeof addToMarketplaceSchema>,
): Promise<{ id: string; slug: string }> {
  const program = await em.findOne(Program, { slug: programSlug })
  if (!program) throw programUnknown(programSlug)
  if (!program.url) throw programWithoutUrl()
  program.addedToMarketplaceAt ??= now()
  applyListing(program, fields, now())
  return { id: program.id, slug: program.slug }
}

export async function updateListing(
  scope: AdminScope,
  id: string,
  fields: z.infer<typeof updateListingSchema>,
): Promise<z.infer<typeof Listing>> {
  const program = await requireListed(scope, id)
  applyListing(program, fields, scope.now())
  return present(program)
}

/** The program stays as it is; partners no longer find it. */
export async function removeFromMarketplace(scope: AdminScope, id: string): Promise<{ ok: true }> {
  const program = await requireListed(scope, id)
  Object.assign(program, {
    addedToMarketplaceAt: null,
    featuredOnMarketplaceAt: null,
    marketplaceRanking: lowestRanking,
    updatedAt: scope.now(),
  })
  return { ok: true }
}

/** The last entry of a program counts. Programs that are not listed are skipped. Returns the number of ranked programs. */
export async function rankMarketplace(
  scope: AdminScope,
  { updates }: z.infer<typeof rankMarketplaceSchema>,
): Promise<{ ok: true; updated: number }> {
  const rankings = new Map(updates.map(({ programId, marketplaceRanking }) => [programId, marketplaceRanking]))
  return { ok: true, updated: await setRankings(scope, rankings) }
}

async function requireListed({ em }: AdminScope, id: string): Promise<Program> {
  const program = await em.findOne(Program, { id, addedToMarketplaceAt: { $ne: null } })
  if (!program) throw programNotListed()
  return program
}

function applyListing(program: Program, { description, categories, featured }: z.infer<z.ZodObject<typeof listing>>, now: Date): void {
  if (description !== undefined) program.description = description || null
  if (categories) program.categories = [...new Set(categories)]
  if (featured !== undefined) program.featuredOnMarketplaceAt = featured ? (program.featuredOnMarketplaceAt ?? now) : null
  program.updatedAt = now
}

const present = ({ id, description, categories }: Program): z.infer<typeof Listing> => ({
  id,
  description: description ?? null,
  categories,
})
