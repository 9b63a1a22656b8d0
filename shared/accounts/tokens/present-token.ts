import { z } from 'zod'

/** A key as a list shows it: the key itself is shown once, when it is made. */
export const TokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  partialKey: z.string(),
  scopes: z.string().array().describe('Empty stands for all that the role of the user may do.'),
  expires: z.string().nullable(),
  lastUsed: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  user: z.object({ id: z.string(), name: z.string().nullable(), image: z.string().nullable(), isMachine: z.boolean() }),
})
export type TokenShape = z.infer<typeof TokenSchema>

/** A token with its user, as one row of a query. */
export interface TokenRow {
  id: string
  name: string
  partialKey: string
  scopes: string | null
  expires: Date | null
  lastUsed: Date | null
  createdAt: Date
  updatedAt: Date
  userId: string
  userName: string | null
  userImage: string | null
  isMachine: boolean
}

export const presentToken = ({
  id,
  name,
  partialKey,
  scopes,
  expires,
  lastUsed,
  createdAt,
  updatedAt,
  userId,
  userName,
  userImage,
  isMachine,
}: TokenRow): TokenShape => ({
  id,
  name,
  partialKey,
  scopes: scopes?.split(' ').filter(Boolean) ?? [],
  expires: expires?.toISOString() ?? null,
  lastUsed: lastUsed?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  user: { id: userId, name: userName, image: userImage, isMachine },
})
