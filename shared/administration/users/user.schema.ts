/** Users as operators see them. */
import { z } from 'zod'
import { roles } from '../../accounts/index.js'
import { pageFields } from '../../kernel/input-fields.js'

const text = z.string().nullable()

export const listUsersQuerySchema = z.object({
  search: z.string().max(200).optional().meta({ description: 'The id (`user_...`), or a part of the email address or the name.' }),
  slug: z.string().max(100).optional().meta({ description: 'Slug of a workspace, whose members are meant: owners first.' }),
  ...pageFields(100),
})
export type ListUsers = z.infer<typeof listUsersQuerySchema>

export const UserForOperator = z.object({
  id: z.string(),
  name: text,
  email: text,
  platformRole: z.enum(roles).nullable().meta({ description: 'The role as an appointed platform administrator.' }),
  workspaces: z.number().meta({ description: 'Number of workspaces of which the user is a member.' }),
  createdAt: z.string(),
})
export type UserForOperator = z.infer<typeof UserForOperator>
export const UsersForOperator = UserForOperator.array()
export const UserParams = z.object({ userId: z.string().max(100) })

const sums = {
  totalClicks: z.number(),
  totalLeads: z.number(),
  totalConversions: z.number(),
  totalSaleAmount: z.number(),
  totalCommissions: z.number(),
}

/** At most a hundred of each, the busiest first. */
export const PossessionsOfUser = z.object({
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
})

export const UserDetails = UserForOperator.omit({ workspaces: true }).extend(PossessionsOfUser.shape)
