import { z } from 'zod'

/** An API key in lists, without the key itself. */
export const TokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  partialKey: z.string(),
  scopes: z.string().array().describe("Empty: all permissions of the user's role."),
  expires: z.string().nullable(),
  lastUsed: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  user: z.object({ id: z.string(), name: z.string().nullable(), image: z.string().nullable(), isMachine: z.boolean() }),
})
export type TokenShape = z.infer<typeof TokenSchema>

/** A token joined with its user. */
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
