/** What callers say and ask about folders. */
import { z } from 'zod'
import { roles } from '../../accounts/index.js'
import { numberedPages } from '../../kernel/fields.js'
import { folderAccessLevels, folderRoles } from '../folder.entity.js'
import { longestName } from '../limits.js'

const name = z
  .string()
  .trim()
  .min(1)
  .max(longestName)
  .meta({ description: 'Name of the folder, unique in the workspace. Case does not matter.' })
const description = z.string().max(500).nullish().meta({ description: 'What the folder is for.' })
const accessLevel = z
  .enum(folderAccessLevels)
  .nullable()
  .meta({ description: 'What every member of the workspace may do: `write`, `read`, or null to keep the folder to those named in it.' })

export const createFolderBodySchema = z.object({ name, description, accessLevel: accessLevel.default('write') })
export type CreateFolder = z.infer<typeof createFolderBodySchema>

export const updateFolderBodySchema = z.object({ name: name.optional(), description, accessLevel: accessLevel.optional() })
export type UpdateFolder = z.infer<typeof updateFolderBodySchema>

const search = z.string().optional().meta({ description: 'Only folders with this text in their name. Case does not matter.' })
export const listFoldersQuerySchema = z.object({ search, ...numberedPages(50) })
export type ListFolders = z.infer<typeof listFoldersQuerySchema>
export const countFoldersQuerySchema = z.object({ search })
export type CountFolders = z.infer<typeof countFoldersQuerySchema>

export const FolderParams = z.object({ id: z.string().meta({ description: 'Id of the folder.' }) })
export const FolderUserParams = FolderParams.extend({ userId: z.string() })
export const DeletedFolder = z.object({ id: z.string().meta({ description: 'Id of the deleted folder.' }) })

/** Null is a role as well: none, whatever the folder says of all. */
const role = z.enum(folderRoles).nullable()
export const setFolderRoleBodySchema = z.object({ role })
export type SetFolderRole = z.infer<typeof setFolderRoleBodySchema>

export const FolderMember = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  role,
  workspaceRole: z.enum(roles),
})
export type FolderMember = z.infer<typeof FolderMember>

export const FolderPermissions = z.object({ id: z.string(), name: z.string(), permissions: z.string().array() })
