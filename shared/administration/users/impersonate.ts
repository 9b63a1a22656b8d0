import { z } from 'zod'
import { Email, impersonateUser } from '../../accounts/index.js'
import type { AdminScope } from '../../kernel/scope.js'
import { userNotFound } from '../errors.js'
import { findUserByEmail, firstOwnerOf, programsOfUser, workspacesOfUser } from '../workspaces/workspaces.queries.js'

export const impersonateBodySchema = z
  .object({
    email: Email.optional().meta({ description: 'Of a user, or of a partner.' }),
    slug: z.string().max(100).optional().meta({ description: 'Slug of a workspace, whose first owner is meant.' }),
  })
  .refine(({ email, slug }) => (email === undefined) !== (slug === undefined), { message: 'Send email or slug.', path: ['email'] })

const sums = {
  totalClicks: z.number(),
  totalLeads: z.number(),
  totalConversions: z.number(),
  totalSaleAmount: z.number(),
  totalCommissions: z.number(),
}
export const Impersonation = z.object({
  email: z.string().nullable(),
  workspaces: z
    .object({
      id: z.string(),
      name: z.string(),
      slug: z.string(),
      plan: z.string(),
      usage: z.number(),
      linksUsage: z.number(),
      totalClicks: z.number(),
      totalLinks: z.number(),
      clicks: z.number(),
      links: z.number(),
    })
    .array(),
  programs: z.object({ id: z.string(), name: z.string(), slug: z.string(), status: z.string(), ...sums }).array(),
  impersonateUrl: z
    .object({ app: z.string(), partners: z.string() })
    .meta({ description: 'Opens a session of the user, once and within a minute.' }),
})

/** What a user has, and a link that opens a session of theirs. */
export async function impersonate(
  scope: AdminScope,
  { email, slug }: z.infer<typeof impersonateBodySchema>,
): Promise<z.infer<typeof Impersonation>> {
  const user = email === undefined ? await firstOwnerOf(scope, slug ?? '') : await findUserByEmail(scope, email)
  if (!user) throw userNotFound()
  const url = await impersonateUser(scope, user.id)
  return {
    email: user.email,
    workspaces: await workspacesOfUser(scope, user.id),
    programs: await programsOfUser(scope, user.id),
    impersonateUrl: { app: url, partners: url },
  }
}
